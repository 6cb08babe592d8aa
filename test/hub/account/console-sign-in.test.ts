import { describe, expect, it } from 'vitest'
import { CONSOLE_CLIENT } from '#shared/contracts/account/auth.ts'
import { type Answer, ApiClient, OWNER_PASSWORD, signUp, useHub } from '#test/support/hub.ts'
import { hire, superAdmin } from '#test/support/people.ts'

const NAME = 'counterfoil-refresh'

describe('the sign-in of the console', () => {
  const door = useHub()

  const password = (email: string) => ({
    ...{ grant_type: 'password', username: email, password: OWNER_PASSWORD, client_id: CONSOLE_CLIENT },
  })
  const cookieOf = ({ headers }: Answer): string =>
    /counterfoil-refresh=([^;]*)/.exec(headers.get('Set-Cookie') ?? '')?.[1] ?? ''
  const browser = (cookie: string, headers = {}) =>
    new ApiClient(door).with({ ...(cookie && { Cookie: `${NAME}=${cookie}` }), ...headers })
  const refresh = { grant_type: 'refresh_token', client_id: CONSOLE_CLIENT }

  it('keeps the refresh token in a cookie that no script reads and no other address gets', async () => {
    const { email } = await signUp(door)
    const answer = await browser('').token(password(email))
    expect(answer.body).not.toHaveProperty('refresh_token')
    expect(answer.headers.get('Set-Cookie')).toMatch(/; Path=\/~\/connect; HttpOnly; SameSite=Strict$/)
    const secure = await browser('', { Origin: 'https://shop.example' }).token(password(email))
    expect(secure.headers.get('Set-Cookie')).toMatch(/^__Secure-counterfoil-refresh=.*; Secure/)
  })

  it('goes on with the cookie, which is another each time, and not with a token of the request', async () => {
    const { email } = await signUp(door)
    const first = cookieOf(await browser('').token(password(email)))
    const renewed = await browser(first).token(refresh)
    expect(renewed.status).toBe(200)
    expect(renewed.body).not.toHaveProperty('refresh_token')
    expect(cookieOf(renewed)).not.toBe(first)
    expect((await browser('').token({ ...refresh, refresh_token: cookieOf(renewed) })).body.error).toBe(
      'invalid_request',
    )
    expect((await browser('').token(refresh)).status).toBe(400)
  })

  it('ends with the cookie', async () => {
    const { email } = await signUp(door)
    const cookie = cookieOf(await browser('').token(password(email)))
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const ended = await browser(cookie, form).send('POST', '/~/connect/revoke', `client_id=${CONSOLE_CLIENT}`)
    expect(ended.status).toBe(200)
    expect(ended.headers.get('Set-Cookie')).toMatch(/counterfoil-refresh=; Max-Age=0/)
    expect((await browser(cookie).token(refresh)).body.error).toBe('invalid_grant')
  })

  it('of another client has its token in the answer', async () => {
    const { email } = await signUp(door)
    const answer = await browser('').token({ ...password(email), client_id: 'other' })
    expect(answer.body.refresh_token).toEqual(expect.any(String))
    expect(answer.headers.get('Set-Cookie')).toBeNull()
  })
})

describe('who one is', () => {
  const door = useHub()

  it('is told with the organization and what one may do', async () => {
    const shop = await signUp(door)
    const owner = (await shop.api.get('/api/me')).body
    expect(owner).toMatchObject({
      email: shop.email,
      isSuperAdmin: false,
      employeeId: shop.employeeId,
      storeIds: [],
      organization: { id: shop.organizationId, country: 'KZ', currency: 'KZT', timeZone: 'Asia/Almaty' },
    })
    expect(owner.permissions).toContain('employees.delete')
    const cashier = (await (await hire(door, shop, 'Cashier')).get('/api/me')).body
    expect(cashier.permissions).toEqual(['pos.sell', 'pos.return'])
  })

  it('is told to a SuperAdmin, who is of no organization', async () => {
    const shop = await signUp(door)
    const admin = await superAdmin(door, shop)
    expect((await admin.get('/api/me')).body).toMatchObject({ isSuperAdmin: true, organization: null })
  })
})
