import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atMoment } from '#test/support/clock.ts'
import {
  type Answer,
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  useHub,
} from '#test/support/hub.ts'
import { MailServer, mailThrough, smtpError, tokenIn } from '#test/support/mail-server.ts'
import { hire, superAdmin, superAdminWithFactor } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

const EMPLOYEES = '/api/organization/employees'
const ACCEPT = '/api/auth/accept-invitation'
const SHOW = '/api/auth/invitation'
const PASSWORD = 'seven green bottles'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('invitations of employees', () => {
  const door = useHub()
  let server: MailServer
  let admin: ApiClient
  let bouncing = ''

  beforeAll(async () => {
    server = await MailServer.start({
      onRecipient: (address) => {
        if (address === bouncing) throw smtpError(550, 'no such mailbox')
      },
    })
    admin = await superAdmin(door, await signUp(door))
    await mailThrough(admin, server)
  })
  afterAll(() => server.stop())

  let people = 0
  const client = () => new ApiClient(door).with({ 'X-Forwarded-For': `10.7.${people >> 8}.${people & 255}` })
  const newEmail = () => {
    people += 1
    return `person-${people}@shop.test`
  }
  const roleOf = async ({ api }: Organization, name: string): Promise<string> =>
    (await api.get(`/api/organization/employee-roles?search=${name}`)).body.items[0].id
  const employ = async (shop: Organization, email: string | null, role = 'Manager'): Promise<string> => {
    const body = { lastName: 'Lee', email, roleId: await roleOf(shop, role) }
    const answer = await shop.api.post(EMPLOYEES, body)
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  const invite = ({ api }: Organization, id: string) => api.post(`${EMPLOYEES}/${id}/invitation`)
  const invited = async (shop: Organization, email: string): Promise<{ id: string; token: string }> => {
    const id = await employ(shop, email)
    const before = server.mails.length
    expect((await invite(shop, id)).status).toBe(200)
    await until('the mail has come', () => server.mails.length > before)
    const mails = await server.mailsTo(email)
    return { id, token: tokenIn(mails.at(-1) as never) }
  }
  const accept = (token: string, password = PASSWORD) => client().post(ACCEPT, { token, password })
  const signIn = (username: string, password: string, more: Record<string, string> = {}) =>
    client().token({ grant_type: 'password', username, password, ...more })
  const codeOf = ({ status, body }: Answer) => [status, body.code]
  const INVALID = [400, 'link_invalid']

  it('creates an account for an invited employee, only once for concurrent requests', async () => {
    const shop = await signUp(door, { organizationName: 'Tea <b>& Co</b>' })
    const email = newEmail()
    const { id, token } = await invited(shop, email)
    const [mail] = await server.mailsTo(email)
    expect(mail?.subject).toBe('Invitation: Tea <b>& Co</b>')
    expect(mail?.html).toContain('Tea &lt;b&gt;&amp; Co&lt;/b&gt; invites')
    expect(mail?.text).toContain('http://hub.test/accept-invitation#token=')
    expect((await client().post(SHOW, { token })).body).toEqual({
      organizationName: 'Tea <b>& Co</b>',
      email,
      hasAccount: false,
    })
    for (const weak of ['short', 'password123'])
      expect((await accept(token, weak)).body.errors[0].pointer).toBe('#/password')
    const answers = await Promise.all([accept(token), accept(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const { body } = await signIn(email, PASSWORD)
    expect((await new ApiClient(door, body.access_token).get('/api/catalog/stores')).status).toBe(200)
    expect((await shop.api.get(`${EMPLOYEES}/${id}`)).body).toMatchObject({
      hasAccount: true,
      isAccountActive: true,
    })
    expect(codeOf(await invite(shop, id))).toEqual([409, 'duplicate'])
    expect(codeOf(await accept(token))).toEqual(INVALID)
  })

  it('invalidates an invitation after 72 hours, when it is withdrawn or sent again, and when the employee changes', async () => {
    const shop = await signUp(door)
    const path = (id: string) => `${EMPLOYEES}/${id}`
    const first = await invited(shop, newEmail())
    expect(codeOf(await atMoment(inHours(72.1), () => accept(first.token)))).toEqual(INVALID)
    expect((await shop.api.get(`${path(first.id)}/invitation`)).body).toMatchObject({
      isExpired: false,
      mail: { status: 'Sent' },
    })
    expect((await invite(shop, first.id)).status).toBe(200)
    expect(codeOf(await accept(first.token))).toEqual(INVALID)
    const { email } = (await shop.api.get(path(first.id))).body
    const [, again] = await server.mailsTo(email, 2)
    expect((await atMoment(inHours(71.9), () => accept(tokenIn(again as never)))).status).toBe(200)

    const second = await invited(shop, newEmail())
    expect((await shop.api.delete(`${path(second.id)}/invitation`)).status).toBe(204)
    expect(codeOf(await accept(second.token))).toEqual(INVALID)
    expect((await shop.api.delete(`${path(second.id)}/invitation`)).status).toBe(404)

    for (const change of [{ isArchived: true }, { email: newEmail() }]) {
      const third = await invited(shop, newEmail())
      const { body } = await shop.api.get(path(third.id))
      expect((await shop.api.put(path(third.id), { ...body, ...change })).status).toBe(200)
      expect(codeOf(await accept(third.token))).toEqual(INVALID)
    }
    const fourth = await invited(shop, newEmail())
    expect((await shop.api.delete(path(fourth.id))).status).toBe(204)
    expect(codeOf(await accept(fourth.token))).toEqual(INVALID)
  })

  it('refuses invitations without the permission, in another organization and without an email address', async () => {
    const [shop, other] = [await signUp(door), await signUp(door)]
    const id = await employ(shop, newEmail(), 'Administrator')
    const path = `${EMPLOYEES}/${id}/invitation`
    for (const method of ['POST', 'DELETE', 'GET'])
      expect((await other.api.send(method, path)).status).toBe(404)
    const cashier = await hire(door, shop, 'Cashier')
    expect((await cashier.post(path)).status).toBe(403)
    expect((await new ApiClient(door).post(path)).status).toBe(401)
    const nameless = await invite(shop, await employ(shop, null))
    expect([nameless.status, nameless.body.errors[0].pointer]).toEqual([400, '#/email'])
  })

  it('shows when the mail server refuses the invitation mail', async () => {
    const shop = await signUp(door)
    bouncing = newEmail()
    const id = await employ(shop, bouncing)
    await invite(shop, id)
    const state = async () => (await shop.api.get(`${EMPLOYEES}/${id}/invitation`)).body.mail
    await until('it was refused', async () => (await state()).status === 'Refused')
    expect((await state()).error).toContain('no such mailbox')
    bouncing = ''
  })

  it('requires the password of an existing account, and lets its user choose an organization at sign-in', async () => {
    const [shop, other] = [
      await signUp(door, { organizationName: 'B' }),
      await signUp(door, { organizationName: 'A' }),
    ]
    const { token, id } = await invited(other, shop.email)
    expect((await client().post(SHOW, { token })).body.hasAccount).toBe(true)
    const wrong = await accept(token)
    expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_password'])
    expect((await accept(token, OWNER_PASSWORD)).status).toBe(200)

    const unnamed = await signIn(shop.email, OWNER_PASSWORD)
    expect([unnamed.status, unnamed.body]).toMatchObject([
      400,
      {
        error: 'organization_required',
        organizations: [
          { id: other.organizationId, name: 'A' },
          { id: shop.organizationId, name: 'B' },
        ],
      },
    ])
    const foreign = await signUp(door)
    const nowhere = await signIn(shop.email, OWNER_PASSWORD, { organization: foreign.organizationId })
    expect([nowhere.status, nowhere.body.error]).toEqual([400, 'invalid_grant'])
    const malformed = await signIn(shop.email, OWNER_PASSWORD, { organization: 'x' })
    expect([malformed.status, malformed.body.error]).toEqual([400, 'invalid_request'])

    // A token and its renewals are valid for one organization and show no data of the other one.
    const there = (await signIn(shop.email, OWNER_PASSWORD, { organization: other.organizationId })).body
    const here = (await signIn(shop.email, OWNER_PASSWORD, { organization: shop.organizationId })).body
    const renewed = (
      await client().token({ grant_type: 'refresh_token', refresh_token: there.refresh_token })
    ).body
    const storeOf = async ({ access_token }: { access_token: string }) => {
      const { body } = await new ApiClient(door, access_token).get('/api/catalog/stores')
      return body.items[0].id
    }
    expect(await Promise.all([there, renewed, here].map(storeOf))).toEqual([
      other.storeId,
      other.storeId,
      shop.storeId,
    ])

    // A user locked in one organization can still use the other.
    const employee = (await other.api.get(`${EMPLOYEES}/${id}`)).body
    expect(
      (await other.api.put(`${EMPLOYEES}/${id}`, { ...employee, isAccountActive: false })).body
        .isAccountActive,
    ).toBe(false)
    const status = async ({ access_token }: { access_token: string }) =>
      (await new ApiClient(door, access_token).get('/api/catalog/stores')).status
    expect(await Promise.all([renewed, here].map(status))).toEqual([401, 200])
    expect((await signIn(shop.email, OWNER_PASSWORD)).status).toBe(200)
    expect((await other.api.delete(`${EMPLOYEES}/${id}`)).status).toBe(204)
    expect(await status(here)).toBe(200)
    expect((await signIn(shop.email, OWNER_PASSWORD)).status).toBe(200)
  })

  it('refuses a second employee for an account, and SuperAdmins as employees', async () => {
    const shop = await signUp(door)
    const twice = await invited(shop, shop.email)
    expect((await accept(twice.token, OWNER_PASSWORD)).status).toBe(409)
    const { email, recoveryCodes } = await superAdminWithFactor(door, shop)
    const { token } = await invited(shop, email)
    const form = { token, password: OWNER_PASSWORD, code: recoveryCodes[0] }
    expect(codeOf(await new ApiClient(door).post(ACCEPT, form))).toEqual([409, 'email_taken'])
  })

  it('limits password attempts with an invitation link', async () => {
    const [shop, other] = [await signUp(door), await signUp(door)]
    const { token } = await invited(other, shop.email)
    const guesser = new ApiClient(door).with({ 'X-Forwarded-For': '10.6.6.6' })
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => guesser.post(ACCEPT, { token, password: `guess number ${i}` })),
    )
    expect(guesses.filter(({ status }) => status === 429).length).toBe(10)
    expect((await accept(token, OWNER_PASSWORD)).status).toBe(200)
  })
})

describe('invitations on a hub without mail', () => {
  const door = useHub()
  const employ = async ({ api }: Organization, email: string): Promise<string> => {
    const roleId = (await api.get('/api/organization/employee-roles?search=Manager')).body.items[0].id
    return (await api.post(EMPLOYEES, { lastName: 'Lee', email, roleId })).body.id
  }
  const invite = async ({ api }: Organization, id: string, headers: Record<string, string> = {}) => {
    const { status, body } = await api.with(headers).post(`${EMPLOYEES}/${id}/invitation`)
    expect([status, body.mail, body.isByHand]).toEqual([200, null, true])
    expect(body.link).toMatch(/^https?:\/\/[^/]+\/accept-invitation#token=[\w-]{43}$/)
    return { link: body.link, token: body.link.split('#token=')[1] as string }
  }
  const anybody = new ApiClient(door)
  const accept = (token: string, password: string) => anybody.post(ACCEPT, { token, password })
  const signIn = (username: string, password: string) =>
    anybody.token({ grant_type: 'password', username, password })

  it('returns the link only once to the inviting user, and creates an account with an unverified email address', async () => {
    const shop = await signUp(door)
    const id = await employ(shop, 'by-hand@shop.test')
    const first = await invite(shop, id, { 'Idempotency-Key': 'once' })
    const { token, link } = await invite(shop, id, { 'Idempotency-Key': 'once' })
    expect(link).not.toBe(first.link)
    expect((await accept(first.token, PASSWORD)).body.code).toBe('link_invalid')
    const kept = await shop.api.get(`${EMPLOYEES}/${id}/invitation`)
    expect(kept.body).toMatchObject({ isByHand: true, link: null, mail: null, isExpired: false })
    expect((await anybody.post(SHOW, { token })).body.hasAccount).toBe(false)
    const answers = await Promise.all([accept(token, PASSWORD), accept(token, PASSWORD)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const { body } = await signIn('by-hand@shop.test', PASSWORD)
    const lee = new ApiClient(door, body.access_token)
    expect((await lee.get('/api/catalog/stores')).status).toBe(200)
    expect((await lee.get('/api/me')).body.isAddressProved).toBe(false)
    await using owner = await door.database.connect()
    const { rows } = await owner.query(
      `SELECT count(*)::int AS n FROM audit_log WHERE changes::text LIKE $1`,
      [`%${token}%`],
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  it('requires the password of an existing account with the invited email address, and leaves the address unverified', async () => {
    const [shop, other] = [await signUp(door), await signUp(door)]
    const { token } = await invite(other, await employ(other, shop.email))
    await using owner = await door.database.connect()
    await owner.query('UPDATE accounts SET email_verified_at = NULL WHERE email = $1', [shop.email])
    expect((await anybody.post(SHOW, { token })).body.hasAccount).toBe(true)
    expect((await accept(token, PASSWORD)).body.code).toBe('wrong_password')
    expect((await signIn(shop.email, PASSWORD)).status).toBe(400)
    expect((await accept(token, OWNER_PASSWORD)).status).toBe(200)
    const { rows } = await owner.query('SELECT email_verified_at AS at FROM accounts WHERE email = $1', [
      shop.email,
    ])
    expect(rows).toEqual([{ at: null }])
  })
})
