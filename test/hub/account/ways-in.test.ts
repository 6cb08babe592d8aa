import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { MailServer, mailThrough, tokenIn } from '#test/support/mail-server.ts'
import { superAdmin } from '#test/support/people.ts'
import { PlantedPasskey } from '#test/support/planted-passkey.ts'

const PASSWORD = 'seven green bottles'
const WAYS = '/api/me/ways-in'

describe('sign-in methods after a password reset by email', () => {
  const door = useHub()
  let server: MailServer

  beforeAll(async () => {
    server = await MailServer.start()
    await mailThrough(await superAdmin(door, await signUp(door)), server)
  })
  afterAll(() => server.stop())

  const client = new ApiClient(door)
  const enter = async ({ email }: Organization) => {
    const { body } = await client.token({ grant_type: 'password', username: email, password: PASSWORD })
    return new ApiClient(door, body.access_token)
  }
  const reset = async ({ email }: Organization) => {
    await client.post('/api/auth/forgot-password', { email })
    const token = tokenIn((await server.mailsTo(email))[0] as never)
    expect((await client.post('/api/auth/reset-password', { token, newPassword: PASSWORD })).status).toBe(204)
  }

  it('suspends passkeys until the owner removes foreign ones and confirms the others', async () => {
    const shop = await signUp(door)
    const [own, strangers] = [new PlantedPasskey(), new PlantedPasskey()]
    for (const each of [own, strangers]) await each.plant(door, shop.email)
    const earlier = (await strangers.signIn(door)).token
    await reset(shop)
    expect((await new ApiClient(door, earlier).get('/api/me')).status).toBe(401)
    for (const each of [own, strangers]) expect((await each.signIn(door)).error).toBe('password_required')

    const api = await enter(shop)
    expect((await api.get('/api/me')).body.areWaysInSuspended).toBe(true)
    const { suspendedAt, passkeys, identities, secondFactorAt } = (await api.get(WAYS)).body
    expect([passkeys.length, identities, secondFactorAt]).toEqual([2, [], null])
    expect(Date.parse(suspendedAt)).toBeLessThanOrEqual(Date.now())
    expect((await api.delete(`/api/me/passkeys/${passkeys[1].id}`)).status).toBe(204)
    expect((await own.signIn(door)).error).toBe('password_required')
    expect((await api.post(`${WAYS}/confirm`)).status).toBe(204)
    expect((await own.signIn(door)).status).toBe(200)
    expect((await strangers.signIn(door)).error).toBe('invalid_grant')
    expect((await api.get(WAYS)).body.suspendedAt).toBeNull()
  })

  it('suspends nothing for a user who has only a password', async () => {
    const shop = await signUp(door)
    await reset(shop)
    const api = await enter(shop)
    expect((await api.get('/api/me')).body.areWaysInSuspended).toBe(false)
  })
})
