import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { atMoment } from '#test/support/clock.ts'
import {
  type Answer,
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  useHub,
} from '#test/support/hub.ts'
import { superAdmin } from '#test/support/people.ts'

type Json = Answer['body']

describe('the account of the user', () => {
  const door = useHub()
  const NEW_PASSWORD = 'seven green bottles'

  const signIn = async (email: string, password = OWNER_PASSWORD, userAgent = 'Firefox') => {
    const agent = new ApiClient(door).with({ 'User-Agent': userAgent })
    const { status, body } = await agent.token({ grant_type: 'password', username: email, password })
    const renew = () => agent.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token })
    return { status, api: new ApiClient(door, body.access_token), renew }
  }
  const looks = async (api: ApiClient) => (await api.get('/api/catalog/stores?pageSize=1')).status

  describe('sessions', () => {
    it('lists sessions with their device and last use, and marks the current one', async () => {
      const { email } = await signUp(door)
      const first = await signIn(email, OWNER_PASSWORD, 'Old laptop')
      const second = await signIn(email, OWNER_PASSWORD, 'x'.repeat(300))
      await first.renew()
      const { items } = (await second.api.get('/api/me/sessions')).body
      expect(items.slice(0, 2)).toMatchObject([
        { userAgent: 'Old laptop', isCurrent: false, clientId: 'counterfoil', address: expect.any(String) },
        { userAgent: 'x'.repeat(255), isCurrent: true },
      ])
      expect(items[0].lastUsedAt >= items[1].startedAt).toBe(true)
    })

    it('ends a single session immediately, and only sessions of the same user', async () => {
      const [{ email }, other] = [await signUp(door), await signUp(door)]
      const [one, two] = [await signIn(email), await signIn(email)]
      const current = (await one.api.get('/api/me/sessions')).body.items.find(
        ({ isCurrent }: Json) => isCurrent,
      )
      expect((await other.api.delete(`/api/me/sessions/${current.id}`)).status).toBe(404)
      expect(await looks(one.api)).toBe(200)
      expect((await two.api.delete(`/api/me/sessions/${current.id}`)).status).toBe(204)
      expect([await looks(one.api), await looks(two.api)]).toEqual([401, 200])
      expect((await one.renew()).body.error).toBe('invalid_grant')
      expect((await two.api.delete(`/api/me/sessions/${current.id}`)).status).toBe(404)
    })

    it('ends all sessions of the user at once', async () => {
      const [{ email }, other] = [await signUp(door), await signUp(door)]
      const [one, two] = [await signIn(email), await signIn(email)]
      expect((await one.api.post('/api/me/sessions/revoke-all')).status).toBe(204)
      expect([await looks(one.api), await looks(two.api), await looks(other.api)]).toEqual([401, 401, 200])
      expect((await two.renew()).status).toBe(400)
      expect((await signIn(email)).status).toBe(200)
    })

    it('requires a proof of identity within the last ten minutes to end sessions, but not to list them', async () => {
      const { email } = await signUp(door)
      const [one, two] = [await signIn(email), await signIn(email)]
      const [first] = (await two.api.get('/api/me/sessions')).body.items
      const inTenMinutes = new Date(Date.now() + 610_000).toISOString()
      await atMoment(inTenMinutes, async () => {
        expect((await one.api.get('/api/me/sessions')).status).toBe(200)
        for (const refused of [
          await one.api.delete(`/api/me/sessions/${first.id}`),
          await one.api.post('/api/me/sessions/revoke-all'),
        ])
          expect(refused).toMatchObject({ status: 401, body: { code: 'step_up_needed' } })
        const proven = await one.api.post('/api/me/step-up', { password: OWNER_PASSWORD })
        const fresh = new ApiClient(door, proven.body.access_token)
        expect((await fresh.post('/api/me/sessions/revoke-all')).status).toBe(204)
        expect([await looks(fresh), await looks(two.api)]).toEqual([401, 401])
      })
    })

    it('ends the sessions of a SuperAdmin', async () => {
      const admin = await superAdmin(door, await signUp(door))
      expect((await admin.get('/api/me/sessions')).body.items).toMatchObject([{ isCurrent: true }])
      expect((await admin.post('/api/me/sessions/revoke-all')).status).toBe(204)
      expect((await admin.get('/api/me/sessions')).status).toBe(401)
    })
  })

  describe('the password', () => {
    const change = (api: ApiClient, newPassword: string, currentPassword = OWNER_PASSWORD) =>
      api.post('/api/me/change-password', { currentPassword, newPassword })

    it('changes the password with the current one, and ends the other sessions', async () => {
      const { email } = await signUp(door)
      const [one, two] = [await signIn(email), await signIn(email)]
      expect((await change(one.api, NEW_PASSWORD)).status).toBe(204)
      expect([await looks(one.api), await looks(two.api)]).toEqual([200, 401])
      expect([(await one.renew()).status, (await two.renew()).status]).toEqual([200, 400])
      expect((await signIn(email)).status).toBe(400)
      expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
    })

    it.each([
      ['the current password', OWNER_PASSWORD, 'invalid_request'],
      ['a leaked password', 'qwertyuiop', 'weak_password'],
      ['a leaked password in other capitals', 'QwertyUiop', 'weak_password'],
      ['one repeated character', 'zzzzzzzzzzzz', 'weak_password'],
      ['the product name and some digits', 'Counterfoil 2026!', 'weak_password'],
      ['a password that is too short', 'a b c d e', 'invalid_request'],
    ])('refuses to change the password to %s', async (_, newPassword, code) => {
      const { api } = await signUp(door)
      const answer = await change(api, newPassword)
      expect(answer).toMatchObject({ status: 400, body: { code, errors: [{ pointer: '#/newPassword' }] } })
    })

    it('accepts a password of 200 characters of any kind, unchanged', async () => {
      const { api, email } = await signUp(door)
      const long = ` ${[...'Ключ 鍵 ключ 🔑 '.repeat(20)].slice(0, 198).join('')} `
      expect((await change(api, long)).status).toBe(204)
      expect((await signIn(email, long.trim())).status).toBe(400)
      expect((await signIn(email, long.toLowerCase())).status).toBe(400)
      expect((await signIn(email, long)).status).toBe(200)
      expect((await change(api, `${long}x`, long)).status).toBe(400)
    })

    it('refuses a password made up of the email address and some digits or signs', async () => {
      const { api, email } = await signUp(door)
      const [name = ''] = email.split('@')
      for (const password of [email, `${name}2026`, `!${name.toUpperCase()}!`])
        expect([password, (await change(api, password)).body.code]).toEqual([password, 'weak_password'])
    })

    it('limits guesses of the current password from an open session', async () => {
      const { api } = await signUp(door)
      const wrong = await change(api, NEW_PASSWORD, 'wrong password')
      expect(wrong).toMatchObject({
        status: 400,
        body: { code: 'wrong_password', errors: [{ pointer: '#/currentPassword' }] },
      })
      const guesses = await Promise.all(
        Array.from({ length: 40 }, (_, i) => change(api, NEW_PASSWORD, `guess number ${i}`)),
      )
      expect(guesses.map(({ status }) => status)).toContain(429)
      expect((await change(api, NEW_PASSWORD)).status).toBe(429)
    })

    it('refuses a weak password at sign-up, too', async () => {
      const body = { organizationName: 'Green Apple Market', lastName: 'A', email: `${newId()}@shop.test` }
      for (const password of ['1234567890', 'GREEN APPLE MARKET1'])
        expect(await new ApiClient(door).post('/api/auth/signup', { ...body, password })).toMatchObject({
          status: 400,
          body: { code: 'weak_password', errors: [{ pointer: '#/password' }] },
        })
    })
  })

  describe('presets', () => {
    const PRESETS = '/api/user/presets'
    let shop: Organization
    let other: Organization
    beforeAll(async () => {
      ;[shop, other] = [await signUp(door), await signUp(door)]
    })
    const save = async (more: object, api = shop.api) =>
      (await api.post(PRESETS, { key: 'products', name: 'Mine', value: { sort: '-price' }, ...more })).body

    it('saves presets per user and page', async () => {
      const value = { columns: ['name', { width: 12.5 }], filter: null, text: 'a\u2028b' }
      const made = await save({ value })
      expect(made).toMatchObject({ key: 'products', name: 'Mine', value, isDefault: false, version: 1 })
      await save({ key: 'sales', name: 'Of today' })
      expect((await shop.api.get(`${PRESETS}?key=products`)).body.items).toEqual([made])
      expect((await shop.api.get(PRESETS)).body.items).toHaveLength(2)
      expect((await other.api.get(PRESETS)).body.items).toEqual([])
      const changed = { version: 1, key: 'products', name: 'Ours', value: [] }
      expect((await other.api.put(`${PRESETS}/${made.id}`, changed)).status).toBe(404)
      expect((await other.api.delete(`${PRESETS}/${made.id}`)).status).toBe(404)
      expect((await shop.api.put(`${PRESETS}/${made.id}`, changed)).body).toMatchObject({
        name: 'Ours',
        version: 2,
      })
      expect((await shop.api.put(`${PRESETS}/${made.id}`, changed)).body.code).toBe('concurrency_conflict')
      expect((await shop.api.delete(`${PRESETS}/${made.id}`)).status).toBe(204)
      expect((await shop.api.delete(`${PRESETS}/${made.id}`)).status).toBe(404)
    })

    it('saves a preset with a given id only once, and independently for each user', async () => {
      const id = newId()
      const [first, again] = [await save({ id, key: 'own' }), await save({ id, key: 'own', name: 'Again' })]
      expect(again).toEqual(first)
      expect((await save({ id, key: 'own', name: 'Theirs' }, other.api)).name).toBe('Theirs')
    })

    it('allows one default preset per page', async () => {
      const [first, second] = [
        await save({ key: 'd', isDefault: true }),
        await save({ key: 'd', isDefault: true }),
      ]
      await save({ key: 'e', isDefault: true })
      const defaults = async () =>
        (await shop.api.get(PRESETS)).body.items.filter(
          ({ isDefault, key }: Json) => isDefault && key === 'd',
        )
      expect(await defaults()).toMatchObject([{ id: second.id }])
      const back = { version: 2, key: 'd', name: 'First', value: [1], isDefault: true }
      expect((await shop.api.put(`${PRESETS}/${first.id}`, back)).status).toBe(200)
      expect(await defaults()).toMatchObject([{ id: first.id }])
    })

    it('limits a preset to 64 KiB, and refuses a value that is missing, null or text', async () => {
      const bytes = (length: number) => ['é'.repeat((length - 4) / 2)]
      expect(await save({ key: 'large', value: bytes(64 * 1024) })).toMatchObject({ key: 'large' })
      expect((await save({ key: 'large', value: bytes(64 * 1024 + 2) })).errors).toMatchObject([
        { pointer: '#/value' },
      ])
      for (const value of [undefined, null, 'text'])
        expect((await save({ value })).errors).toMatchObject([{ pointer: '#/value' }])
    })
  })
})
