import { describe, expect, it } from 'vitest'
import { CONSOLE_CLIENT, PAGE_HEADER } from '#shared/contracts/account/auth.ts'
import { type Answer, ApiClient, OWNER_PASSWORD, signUp, startTestHub, useHub } from '#test/support/hub.ts'
import { hire, superAdmin } from '#test/support/people.ts'

const NAME = 'counterfoil-refresh'

describe('the sign-in of the console', () => {
  const door = useHub()

  const password = (email: string) => ({
    grant_type: 'password',
    username: email,
    password: OWNER_PASSWORD,
    client_id: CONSOLE_CLIENT,
  })
  const cookieOf = ({ headers }: Answer): string =>
    /counterfoil-refresh=([^;]*)/.exec(headers.get('Set-Cookie') ?? '')?.[1] ?? ''
  const page = { Origin: 'http://hub.test', [PAGE_HEADER]: CONSOLE_CLIENT }
  const browser = (cookie: string, headers = {}) =>
    new ApiClient(door).with({ ...page, ...(cookie && { Cookie: `${NAME}=${cookie}` }), ...headers })
  const refresh = { grant_type: 'refresh_token', client_id: CONSOLE_CLIENT }

  it('puts the refresh token into a cookie hidden from scripts and limited to its path', async () => {
    const { email } = await signUp(door)
    const answer = await browser('').token(password(email))
    expect(answer.body).not.toHaveProperty('refresh_token')
    expect(answer.headers.get('Set-Cookie')).toMatch(/; Path=\/~\/connect; HttpOnly; SameSite=Strict$/)
  })

  it('sets Secure cookies when the public address uses TLS, whatever the protocol of the request', async () => {
    await using secure = await startTestHub({ publicUrl: 'https://hub.test' })
    const { email } = await signUp(secure)
    const client = new ApiClient(secure).with({ ...page, Origin: 'https://hub.test' })
    const received = await client.with({ 'Sec-Fetch-Site': 'same-origin' }).token(password(email))
    expect(received.headers.get('Set-Cookie')).toMatch(
      /^__Host-counterfoil-refresh=[^;]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    // A browser on TLS always sends Sec-Fetch-Site.
    expect((await client.token(password(email))).body.error).toBe('invalid_request')
    const forged = client.with({ Origin: 'http://hub.test', 'Sec-Fetch-Site': 'same-origin' })
    expect((await forged.token(password(email))).body.error).toBe('invalid_request')
  })

  it('accepts only pages at the public address or on loopback, or at the requested address when none is configured', async () => {
    const { email } = await signUp(door)
    const from = async (hub: { hub: typeof door.hub }, at: string, headers = {}) => {
      const { status } = await hub.hub.request(`${at}/~/connect/token`, {
        method: 'POST',
        headers: { ...page, Origin: at, 'Sec-Fetch-Site': 'same-origin', ...headers },
        body: new URLSearchParams(password(email)),
      })
      return status
    }
    expect(await from(door, 'http://127.0.0.1:8080')).toBe(200)
    expect(await from(door, 'http://localhost:8080')).toBe(200)
    expect(await from(door, 'http://localhost:8080', { Origin: 'http://localhost:3000' })).toBe(400)
    expect(await from(door, 'http://192.168.1.5:8080')).toBe(400)
    await using plain = await startTestHub({ publicUrl: undefined, databaseUrl: door.database.hubUrl })
    expect(await from(plain, 'http://192.168.1.5:8080')).toBe(200)
    expect(await from(plain, 'http://192.168.1.5:8080', { Origin: 'http://192.168.1.6:8080' })).toBe(400)
    expect(await from(plain, 'http://127.0.0.1:8080', { 'Sec-Fetch-Site': 'cross-site' })).toBe(400)
  })

  it('renews the session with the cookie, which changes each time, but not with a token in the request', async () => {
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

  it('signs out by the cookie and clears it', async () => {
    const { email } = await signUp(door)
    const cookie = cookieOf(await browser('').token(password(email)))
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const ended = await browser(cookie, form).send('POST', '/~/connect/revoke', `client_id=${CONSOLE_CLIENT}`)
    expect(ended.status).toBe(200)
    expect(ended.headers.get('Set-Cookie')).toMatch(/counterfoil-refresh=; Max-Age=0/)
    expect((await browser(cookie).token(refresh)).body.error).toBe('invalid_grant')
  })

  it('returns the refresh token in the response to other clients', async () => {
    const { email } = await signUp(door)
    const answer = await browser('').token({ ...password(email), client_id: 'other' })
    expect(answer.body.refresh_token).toEqual(expect.any(String))
    expect(answer.headers.get('Set-Cookie')).toBeNull()
  })
})

describe('the identity of the user', () => {
  const door = useHub()

  it('returns the signed-in user with organization and permissions', async () => {
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

  it('returns a signed-in SuperAdmin without an organization', async () => {
    const shop = await signUp(door)
    const admin = await superAdmin(door, shop)
    expect((await admin.get('/api/me')).body).toMatchObject({ isSuperAdmin: true, organization: null })
  })
})
