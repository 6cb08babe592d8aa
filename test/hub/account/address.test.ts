import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atMoment } from '#test/support/clock.ts'
import { runCommand } from '#test/support/command.ts'
import {
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  signUpUnproved,
  startTestHub,
  useHub,
} from '#test/support/hub.ts'
import { MailServer, mailThrough, tokenIn } from '#test/support/mail-server.ts'
import { superAdmin } from '#test/support/people.ts'

const OWN = '/api/me/address/confirm'
const CONFIRM = '/api/auth/confirm-address'
const SEND = '/api/me/address/send'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Operations of an organization that require an account with a proved address. */
const OF_ORGANIZATION = [
  'POST /api/organization/employees/{id}/invitation',
  'POST /api/organization/ownership-offer',
  'PUT /api/organization/messenger/bind',
  'PUT /api/reports/morning-digest/mail',
]
/** Personal operations that do not require a proved address. Add a new operation here, or it must require one. */
const OPEN = [
  'DELETE /api/me/identities/{id}',
  'DELETE /api/me/ownership-offer',
  'DELETE /api/me/passkeys/{id}',
  'DELETE /api/me/sessions/{id}',
  'DELETE /api/user/presets/{id}',
  'POST /api/feedback',
  'POST /api/me/2fa/disable',
  'POST /api/me/address/confirm',
  'POST /api/me/address/send',
  'POST /api/me/change-password',
  'POST /api/me/sessions/revoke-all',
  'POST /api/me/step-up',
  'POST /api/user/presets',
  'PUT /api/user/presets/{id}',
]

describe('the proof of an address', () => {
  const door = useHub()
  let server: MailServer
  let admin: ApiClient

  beforeAll(async () => {
    server = await MailServer.start()
    admin = await superAdmin(door, await signUp(door))
    await mailThrough(admin, server)
  })
  afterAll(() => server.stop())

  let addresses = 0
  const client = () => {
    addresses += 1
    return new ApiClient(door).with({ 'X-Forwarded-For': `10.5.0.${addresses}` })
  }
  const tokenOf = async ({ email }: Organization) => tokenIn((await server.proofsTo(email))[0] as never)
  const signIn = (username: string) =>
    client().token({ grant_type: 'password', username, password: OWNER_PASSWORD })
  const provedAt = async ({ api }: Organization) => (await api.get('/api/me/address')).body.provedAt
  const INVALID = [400, 'link_invalid']

  it('sends an email to prove the address at sign-up, in the language of the organization', async () => {
    const [russian, english] = [
      await signUpUnproved(door),
      await signUpUnproved(door, { country: 'GB', posPin: undefined }),
    ]
    expect((await server.proofsTo(russian.email))[0]?.subject).toBe('Подтвердите почту')
    const [mail] = await server.proofsTo(english.email)
    expect(mail?.subject).toBe('Confirm your e-mail')
    expect(mail?.text).toContain('http://hub.test/confirm-address#token=')
    expect((await english.api.get('/api/me/address')).body).toEqual({
      email: english.email,
      provedAt: null,
      isMailSet: true,
    })
    expect((await english.api.get('/api/me')).body.isAddressProved).toBe(false)
  })

  it('proves the address from a link opened in a session, keeps that session, and ends all others', async () => {
    const [shop, other] = [await signUpUnproved(door), await signUpUnproved(door)]
    const elsewhere = new ApiClient(door, (await signIn(shop.email)).body.access_token)
    const token = await tokenOf(shop)
    const foreign = await other.api.post(OWN, { token })
    expect([foreign.status, foreign.body.code]).toEqual(INVALID)
    const answers = await Promise.all([shop.api.post(OWN, { token }), shop.api.post(OWN, { token })])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
    expect((await shop.api.get('/api/me')).body.isAddressProved).toBe(true)
    expect((await elsewhere.get('/api/me')).status).toBe(401)
    expect((await signIn(shop.email)).status).toBe(200)
    expect(await provedAt(other)).toBeNull()
    const again = await shop.api.post(SEND)
    expect([again.status, again.body.code]).toEqual([409, 'address_proved'])
  })

  it('proves the address with the password outside of a session, limits guesses, and ends all sessions', async () => {
    const shop = await signUpUnproved(door)
    const token = await tokenOf(shop)
    const guesser = client()
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => guesser.post(CONFIRM, { token, password: `guess ${i}` })),
    )
    expect(guesses.map(({ body }) => body.code).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 'too_many_attempts'),
      ...Array.from({ length: 10 }, () => 'wrong_password'),
    ])
    expect(await provedAt(shop)).toBeNull()
    const confirm = () => client().post(CONFIRM, { token, password: OWNER_PASSWORD })
    const answers = await Promise.all([confirm(), confirm()])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400])
    expect((await shop.api.get('/api/me')).status).toBe(401)
    const { body } = await signIn(shop.email)
    expect((await new ApiClient(door, body.access_token).get('/api/me')).body.isAddressProved).toBe(true)
  })

  it('refuses a link after 72 hours, and sends a new link up to five times an hour', async () => {
    const shop = await signUpUnproved(door)
    const first = await tokenOf(shop)
    const late = await atMoment(inHours(72.1), () => client().post(CONFIRM, { token: first, password: 'x' }))
    expect([late.status, late.body.code]).toEqual(INVALID)
    for (let i = 0; i < 5; i += 1) expect((await shop.api.post(SEND)).status).toBe(204)
    expect((await shop.api.post(SEND)).status).toBe(429)
    const tokens = (await server.proofsTo(shop.email, 6)).map(tokenIn)
    expect(new Set(tokens).size).toBe(6)
    // Each link stays valid until one of them is used.
    expect((await shop.api.post(OWN, { token: tokens[3] })).status).toBe(204)
    const spent = await client().post('/api/auth/reset-password', {
      token: tokens[0],
      newPassword: 'seven green bottles',
    })
    expect([spent.status, spent.body.code]).toEqual(INVALID)
  })

  it('sends a link for a new password even shortly after the link to prove the address', async () => {
    const shop = await signUpUnproved(door)
    await tokenOf(shop)
    await client().post('/api/auth/forgot-password', { email: shop.email })
    expect((await server.mailsTo(shop.email))[0]?.subject).toBe('Reset your password')
  })

  it('requires a proved address for each operation with lasting access', async () => {
    const shop = await signUpUnproved(door)
    const { paths } = (await shop.api.get('/openapi/v1/openapi.json')).body
    const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.entries<Record<string, unknown>>(methods as never).map(([method, described]) => ({
        method: method.toUpperCase(),
        path,
        access: described['x-permission'],
        name: `${method.toUpperCase()} ${path}`,
        isNeeded: described['x-proved-address'] === true,
      })),
    )
    const expected = ({ method, name, access }: (typeof operations)[number]): boolean =>
      access === 'super-admin' ||
      OF_ORGANIZATION.includes(name) ||
      (access === 'signed-in' && method !== 'GET' && !OPEN.includes(name))
    expect(operations.filter((each) => each.isNeeded !== expected(each))).toEqual([])
    const names = operations.map(({ name }) => name)
    expect([...OF_ORGANIZATION, ...OPEN].filter((name) => !names.includes(name))).toEqual([])
    for (const { method, path, name, access, isNeeded } of operations) {
      if (access === 'public' || access === 'pos.sync' || access === 'super-admin') continue
      if (name === 'POST /api/me/sessions/revoke-all' || method === 'DELETE') continue
      const at = path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
      const answer = await shop.api.send(method, at, method === 'GET' ? undefined : {})
      expect([name, answer.body?.code === 'address_unproved']).toEqual([name, isNeeded])
    }
  })

  it('requires a proved address for all SuperAdmin operations', async () => {
    await using owner = await door.database.connect()
    const { body } = await admin.get('/api/me')
    await owner.query('UPDATE accounts SET email_verified_at = NULL WHERE email = $1', [body.email])
    const answer = await admin.get('/api/super-admin/organizations')
    expect([answer.status, answer.body.code]).toEqual([403, 'address_unproved'])
    await owner.query('UPDATE accounts SET email_verified_at = now() WHERE email = $1', [body.email])
    expect((await admin.get('/api/super-admin/organizations')).status).toBe(200)
  })

  it('requires a proved address of the new owner of an organization', async () => {
    const shop = await signUp(door)
    const role = (await shop.api.get('/api/organization/employee-roles?search=Manager')).body.items[0].id
    const employee = { lastName: 'Heir', roleId: role, email: 'heir@shop.test' }
    const { id } = (await shop.api.post('/api/organization/employees', employee)).body
    await shop.api.post(`/api/organization/employees/${id}/invitation`)
    const token = tokenIn((await server.mailsTo('heir@shop.test'))[0] as never)
    await client().post('/api/auth/accept-invitation', { token, password: 'seven green bottles' })
    await using owner = await door.database.connect()
    await owner.query(`UPDATE accounts SET email_verified_at = NULL WHERE email = 'heir@shop.test'`)
    const offer = () => shop.api.post('/api/organization/ownership-offer', { employeeId: id })
    const refused = await offer()
    expect([refused.status, refused.body.errors[0]]).toEqual([
      400,
      { pointer: '#/employeeId', detail: 'has not confirmed the address of the account' },
    ])
    await owner.query(`UPDATE accounts SET email_verified_at = now() WHERE email = 'heir@shop.test'`)
    expect((await offer()).status).toBe(200)
  })
})

it('reports a hub without email, and proves the address with a link that its operator creates with a command', async () => {
  await using door = await startTestHub()
  const shop = await signUpUnproved(door)
  expect((await shop.api.get('/api/me/address')).body).toMatchObject({ provedAt: null, isMailSet: false })
  const refused = await shop.api.post(SEND)
  expect([refused.status, refused.body.code]).toEqual([409, 'mail_not_configured'])
  const env = { DATABASE_URL: door.database.hubUrl, DATA_DIR: door.config.dataDir }
  const link = (email: string) => runCommand('admin', env, ['--email', email, '--prove-address'])
  const { code, output } = await link(shop.email)
  expect([code, output]).toEqual([0, expect.stringMatching(/\/confirm-address#token=[\w-]{43}\n$/)])
  expect((await shop.api.post(OWN, { token: output.trim().split('=')[1] })).status).toBe(204)
  expect((await shop.api.get('/api/me')).body.isAddressProved).toBe(true)
  for (const email of [shop.email, 'nobody@shop.test']) expect((await link(email)).code).toBe(2)
})
