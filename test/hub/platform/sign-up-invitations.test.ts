import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { atMoment } from '#test/support/clock.ts'
import { type Answer, ApiClient, OWNER_PASSWORD, signUp, startTestHub, useHub } from '#test/support/hub.ts'
import { MailServer, mailThrough, smtpError, tokenIn } from '#test/support/mail-server.ts'
import { superAdmin } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'

const INVITATIONS = '/api/super-admin/sign-up-invitations'
const RULES = '/api/super-admin/settings'
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()

describe('invitations to sign up', () => {
  const door = useHub()
  let server: MailServer
  let admin: ApiClient
  let bouncing = ''

  const choose = async (signUp: 'Open' | 'Invitation') => {
    const { body } = await admin.get(RULES)
    expect((await admin.put(RULES, { ...body, signUp })).status).toBe(200)
  }
  beforeAll(async () => {
    server = await MailServer.start({
      onRecipient: (address) => {
        if (address === bouncing) throw smtpError(550, 'no such mailbox')
      },
    })
    admin = await superAdmin(door, await signUp(door))
    await mailThrough(admin, server)
    await choose('Invitation')
  })
  afterAll(() => server.stop())
  afterEach(() => choose('Invitation'))

  let people = 0
  const newEmail = () => {
    people += 1
    return `invited-${people}@shop.test`
  }
  const client = () => new ApiClient(door).with({ 'X-Forwarded-For': `10.5.${people >> 8}.${people & 255}` })
  const invite = (email: string, more: object = {}) => admin.post(INVITATIONS, { email, ...more })
  const tokenTo = async (email: string, mails = 1) =>
    tokenIn((await server.mailsTo(email, mails)).at(-1) as never)
  const invited = async (email = newEmail()): Promise<{ id: string; email: string; token: string }> => {
    const answer = await invite(email)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return { id: answer.body.id, email, token: await tokenTo(email) }
  }
  const follow = (email: string, invitationToken?: string, more: object = {}) =>
    client().post('/api/auth/signup', {
      organizationName: 'Invited',
      lastName: 'Lee',
      email,
      password: OWNER_PASSWORD,
      ...(invitationToken !== undefined && { invitationToken }),
      ...more,
    })
  const list = async () => (await admin.get(`${INVITATIONS}?pageSize=500`)).body.items as Answer['body'][]
  const codeOf = ({ status, body }: Answer) => [status, body.code]
  const INVALID = [400, 'link_invalid']

  it('creates an organization by an invitation when sign-up is closed, only once for concurrent requests', async () => {
    const { id, email, token } = await invited()
    expect(codeOf(await follow(email))).toEqual([403, 'sign_up_closed'])
    expect((await client().post('/api/auth/signup/invitation', { token })).body).toEqual({ email })
    expect((await list()).find((each) => each.id === id)).toMatchObject({
      email,
      isExpired: false,
      mail: { status: 'Sent' },
    })
    const answers = await Promise.all([follow(email, token), follow(email, token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    const { body } = await client().token({
      grant_type: 'password',
      username: email,
      password: OWNER_PASSWORD,
    })
    const owner = new ApiClient(door, body.access_token)
    expect((await owner.get('/api/catalog/stores')).body.total).toBe(1)
    expect((await owner.get('/api/admin/audit-log')).body.items.at(-1)).toMatchObject({
      action: 'POST /api/auth/signup',
      actorName: 'Lee',
    })
    expect((await list()).filter((each) => each.email === email)).toEqual([])
    expect(codeOf(await follow(newEmail(), token))).toEqual(INVALID)
    expect(codeOf(await client().post('/api/auth/signup/invitation', { token }))).toEqual(INVALID)
  })

  it('accepts an invitation only for its email address, and marks the address as verified', async () => {
    const { email, token } = await invited()
    const other = await follow(newEmail(), token)
    expect([other.status, other.body.errors[0].pointer]).toEqual([400, '#/email'])
    expect((await follow(email, token)).status).toBe(201)
    await using owner = await door.database.connect()
    const { rows } = await owner.query('SELECT email_verified_at FROM accounts WHERE email = $1', [email])
    expect(rows).toEqual([{ email_verified_at: expect.any(Date) }])
  })

  it('invalidates an invitation after 7 days, and when it is withdrawn or sent again', async () => {
    const first = await invited()
    expect(codeOf(await atMoment(inDays(7.01), () => follow(first.email, first.token)))).toEqual(INVALID)
    const send = await admin.post(`${INVITATIONS}/${first.id}/send`)
    expect([send.status, send.body.mail.status]).toEqual([200, 'Queued'])
    expect(codeOf(await follow(first.email, first.token))).toEqual(INVALID)
    const again = await tokenTo(first.email, 2)
    expect((await atMoment(inDays(6.99), () => follow(first.email, again))).status).toBe(201)
    for (const method of ['POST', 'DELETE']) {
      const path = `${INVITATIONS}/${first.id}${method === 'POST' ? '/send' : ''}`
      expect((await admin.send(method, path)).status).toBe(404)
    }

    const second = await invited()
    expect((await admin.delete(`${INVITATIONS}/${second.id}`)).status).toBe(204)
    expect(codeOf(await follow(second.email, second.token))).toEqual(INVALID)
    expect((await admin.delete(`${INVITATIONS}/${second.id}`)).status).toBe(404)
  })

  it('sends only one invitation per email address, and none to an address with an account', async () => {
    const email = newEmail()
    const answers = await Promise.all([invite(email), invite(email)])
    expect(answers.map(codeOf).sort()).toEqual([
      [201, undefined],
      [409, 'duplicate'],
    ])
    expect(await server.mailsTo(email)).toHaveLength(1)
    await choose('Open')
    const shop = await signUp(door)
    const taken = await invite(shop.email)
    expect([taken.status, taken.body.code, taken.body.errors[0].pointer]).toEqual([
      409,
      'email_taken',
      '#/email',
    ])
    // Signing up without the link removes the invitation.
    expect((await follow(email)).status).toBe(201)
    expect((await list()).filter((each) => each.email === email)).toEqual([])
  })

  it('mails the invitation in the chosen language, and reports a refused mail', async () => {
    const [russian, english] = [newEmail(), newEmail()]
    await invite(russian, { language: 'ru' })
    await admin.with({ 'Accept-Language': 'en' }).post(INVITATIONS, { email: english })
    const [[ru], [en]] = await Promise.all([server.mailsTo(russian), server.mailsTo(english)])
    expect([ru?.subject, en?.subject]).toEqual(['Приглашение в Counterfoil', 'Invitation to Counterfoil'])
    expect(ru?.text).toContain('7 дней')
    expect(en?.text).toContain('http://hub.test/sign-up#token=')
    bouncing = newEmail()
    const { id } = (await invite(bouncing)).body
    const mail = async () => (await list()).find((each) => each.id === id)?.mail
    await until('it was refused', async () => (await mail()).status === 'Refused')
    expect((await mail()).error).toContain('no such mailbox')
    bouncing = ''
  })

  it('keeps no readable token in the database, and logs the invitation', async () => {
    const { email, token } = await invited()
    await using owner = await door.database.connect()
    for (const table of ['sign_up_invitations', 'mails', 'jobs.job', 'audit_log']) {
      const { rows } = await owner.query(`SELECT 1 FROM ${table} AS t WHERE t::text LIKE $1`, [`%${token}%`])
      expect([table, rows]).toEqual([table, []])
    }
    const { items } = (await admin.get('/api/super-admin/audit-log?kind=sign-up-invitations')).body
    expect(items[0]).toMatchObject({ action: `POST ${INVITATIONS}`, recordName: email, isSuperAdmin: true })
  })

  it('limits attempts with invalid links by IP address', async () => {
    const { email, token } = await invited()
    const guesser = new ApiClient(door).with({ 'X-Forwarded-For': '10.6.7.8' })
    const guess = (i: number) =>
      guesser.post('/api/auth/signup/invitation', { token: `${token.slice(1)}${i}` })
    const guesses = await Promise.all(Array.from({ length: 110 }, (_, i) => guess(i)))
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10)
    const input = { organizationName: 'X', lastName: 'X', email, password: OWNER_PASSWORD }
    const there = await guesser.post('/api/auth/signup', { ...input, invitationToken: token })
    expect([there.status, there.body.code]).toEqual([429, 'too_many_attempts'])
    expect((await follow(email, token)).status).toBe(201)
  })
})

it('returns the link only once on a hub without mail, and leaves the email address unverified', async () => {
  await using door = await startTestHub()
  const admin = await superAdmin(door, await signUp(door))
  const { status, body } = await admin.post(INVITATIONS, { email: 'lee@shop.test' })
  expect([status, body.isByHand, body.mail]).toEqual([201, true, null])
  expect(body.link).toMatch(/^https?:\/\/[^/]+\/sign-up#token=[\w-]{43}$/)
  expect((await admin.get(INVITATIONS)).body.items).toMatchObject([{ isByHand: true, link: null }])
  const again = (await admin.post(`${INVITATIONS}/${body.id}/send`)).body
  const [old, invitationToken] = [body.link, again.link].map((link: string) => link.split('#token=')[1])
  const input = { organizationName: 'Lee', lastName: 'Lee', email: 'lee@shop.test', password: OWNER_PASSWORD }
  const anybody = new ApiClient(door)
  const follow = (token: string | undefined) =>
    anybody.post('/api/auth/signup', { ...input, invitationToken: token })
  expect((await follow(old)).body.code).toBe('link_invalid')
  expect((await follow(invitationToken)).status).toBe(201)
  const signedIn = await anybody.token({
    grant_type: 'password',
    username: input.email,
    password: OWNER_PASSWORD,
  })
  const lee = new ApiClient(door, signedIn.body.access_token)
  expect((await lee.get('/api/me')).body.isAddressProved).toBe(false)
})
