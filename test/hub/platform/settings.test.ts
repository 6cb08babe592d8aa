import { beforeAll, describe, expect, it } from 'vitest'
import { atMoment } from '#test/support/clock.ts'
import { enrolDevice } from '#test/support/device.ts'
import {
  ApiClient,
  type Organization,
  OWNER_PASSWORD,
  signUp,
  startTestHub,
  useHub,
} from '#test/support/hub.ts'
import { MailServer, mailThrough, smtpError } from '#test/support/mail-server.ts'
import { superAdmin } from '#test/support/people.ts'
import { until } from '#test/support/until.ts'
import { OWN, sendCsv } from '../catalog/imports.ts'

const RULES = '/api/super-admin/settings'
const CHANNELS = '/api/super-admin/platform-settings'
const SETUP = '/api/super-admin/setup-status'

describe('platform settings', () => {
  const door = useHub()
  let shop: Organization
  let admin: ApiClient

  beforeAll(async () => {
    shop = await signUp(door)
    admin = await superAdmin(door, shop)
  })

  const put = async (path: string, change: object) => {
    const { body } = await admin.get(path)
    return admin.put(path, { ...body, ...change })
  }
  const stored = async (): Promise<string | null> => {
    await using owner = await door.database.connect()
    return (await owner.query('SELECT mail_password FROM platform_channels')).rows[0].mail_password
  }

  it('requires a SuperAdmin to view and change platform settings', async () => {
    for (const path of [RULES, CHANNELS, SETUP]) {
      expect((await new ApiClient(door).get(path)).status).toBe(401)
      expect((await shop.api.get(path)).status).toBe(403)
      expect((await admin.get(path)).status).toBe(200)
    }
    for (const path of [RULES, CHANNELS]) expect((await shop.api.put(path, {})).status).toBe(403)
    expect((await shop.api.post(`${CHANNELS}/test-send`)).status).toBe(403)
  })

  it('saves only one of two concurrent changes of the platform settings', async () => {
    const { body } = await admin.get(RULES)
    const changes = [10, 20].map((maxProducts) => admin.put(RULES, { ...body, maxProducts }))
    const statuses = (await Promise.all(changes)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    await put(RULES, { maxProducts: null })
  })

  it('reports the invalid field of the platform settings', async () => {
    const mail = { host: 'mail.test', fromAddress: 'a@b.test' }
    for (const [path, change, pointer] of [
      [RULES, { signUp: 'Closed' }, '#/signUp'],
      [RULES, { maxProducts: 0 }, '#/maxProducts'],
      [CHANNELS, { publicUrl: 'ftp://hub.test' }, '#/publicUrl'],
      [CHANNELS, { publicUrl: 'https://hub.test/path' }, '#/publicUrl'],
      [CHANNELS, { publicUrl: 'https://user@hub.test' }, '#/publicUrl'],
      [CHANNELS, { mail: { ...mail, host: 'a b' } }, '#/mail/host'],
      [CHANNELS, { mail: { ...mail, host: '::ffff:127.0.0.1' } }, '#/mail/host'],
      [CHANNELS, { mail: { ...mail, host: '2130706433' } }, '#/mail/host'],
      [CHANNELS, { publicUrl: 'https://user:pass@hub.test' }, '#/publicUrl'],
      [CHANNELS, { mail: { ...mail, fromAddress: 'x' } }, '#/mail/fromAddress'],
      [CHANNELS, { mail: { ...mail, user: 'u' } }, '#/mail/password'],
      [CHANNELS, { mail: { ...mail, password: 'p' } }, '#/mail/password'],
      [CHANNELS, { backedUpKeyId: 'another' }, '#/backedUpKeyId'],
    ] as const) {
      const answer = await put(path, change)
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, pointer])
    }
  })

  it('encrypts the mail password, and masks it until it is replaced', async () => {
    const mail = {
      host: 'mail.test',
      port: 25,
      tls: 'Tls',
      user: 'u',
      fromAddress: 'a@b.test',
      fromName: null,
    }
    const first = await put(CHANNELS, { mail: { ...mail, password: 'pass-1-of-mail' } })
    expect(first.body.mail).toEqual({ ...mail, password: '********' })
    const sealed = await stored()
    expect(sealed).not.toContain('pass-1-of-mail')
    for (const password of [{ password: '********' }, { password: '' }, {}]) {
      expect((await put(CHANNELS, { mail: { ...mail, ...password } })).status).toBe(200)
      expect(await stored()).toBe(sealed)
    }
    // A stored password is not sent to another server.
    for (const other of [{ host: 'evil.test' }, { port: 26 }, { tls: 'None' }, { user: 'v' }]) {
      const answer = await put(CHANNELS, { mail: { ...mail, password: '********', ...other } })
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, '#/mail/password'])
    }
    // A password is not sent unencrypted over the internet.
    const open = { host: 'mail.example', tls: 'None', password: 'pass-3-of-mail' }
    const refused = await put(CHANNELS, { mail: { ...mail, ...open } })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/mail/tls'])
    await put(CHANNELS, { mail: { ...mail, password: 'pass-2-of-mail' } })
    expect(await stored()).not.toBe(sealed)
    expect((await put(CHANNELS, { mail: null })).body.mail).toBeNull()
    expect(await stored()).toBeNull()
  })

  it('refuses to sign up without an invitation when sign-up is by invitation', async () => {
    await put(RULES, { signUp: 'Invitation' })
    const input = { organizationName: 'S', email: 's@shop.test', password: OWNER_PASSWORD, lastName: 'S' }
    const refused = await new ApiClient(door).post('/api/auth/signup', input)
    expect([refused.status, refused.body.code]).toEqual([403, 'sign_up_closed'])
    await put(RULES, { signUp: 'Open' })
    expect((await new ApiClient(door).post('/api/auth/signup', input)).status).toBe(201)
  })

  it('limits the retail points of each organization', async () => {
    const other = await signUp(door)
    const create = (name: string) =>
      other.api.post('/api/catalog/retail-points', {
        name,
        storeId: other.storeId,
        priceTypeId: other.priceTypeId,
      })
    await put(RULES, { maxRetailPoints: 2 })
    expect((await create('Second')).status).toBe(201)
    const third = await create('Third')
    expect([third.status, third.body.code]).toEqual([409, 'too_many_records'])
    await put(RULES, { maxRetailPoints: null })
    expect((await create('Third')).status).toBe(201)
  })

  it('applies the retail point limit to concurrent requests', async () => {
    const other = await signUp(door)
    await put(RULES, { maxRetailPoints: 2 })
    const create = (name: string) =>
      other.api.post('/api/catalog/retail-points', {
        name,
        storeId: other.storeId,
        priceTypeId: other.priceTypeId,
      })
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map(create))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    await put(RULES, { maxRetailPoints: null })
  })

  it('limits the products of each organization, including imported ones', async () => {
    const [first, second] = [await signUp(door), await signUp(door)]
    await put(RULES, { maxProducts: 2 })
    const create = (name: string, { api } = first) => api.post('/api/catalog/products', { name })
    const answers = await Promise.all(['Tea', 'Milk', 'Salt'].map((name) => create(name)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409])
    expect((await create('Tea', second)).status).toBe(201)
    const imported = await sendCsv(second.api, OWN, 'name,code\nRice,R1\nOats,O1\n')
    expect([imported.status, imported.body.code]).toEqual([409, 'too_many_records'])
    expect((await second.api.get('/api/catalog/products')).body.total).toBe(1)
    await put(RULES, { maxProducts: null })
    expect((await create('Salt')).status).toBe(201)
  })

  it('limits the requests per minute of the users of an organization, but not of its tills', async () => {
    const [first, second] = [await signUp(door), await signUp(door)]
    const device = await enrolDevice(door, first)
    await put(RULES, { maxRequestsPerMinute: 3 })
    const later = new Date(Date.now() + 6_000).toISOString()
    await atMoment(later, async () => {
      const look = ({ api }: Organization) => api.get('/api/catalog/stores')
      expect((await look(first)).status).toBe(200)
      const answers = await Promise.all([look(first), look(first), look(first)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429])
      const refused = await look(first)
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(50)
      expect((await look(second)).status).toBe(200)
      for (let i = 0; i < 4; i++) expect((await device.api.get('/api/pos/v1/sync?wait=0')).status).toBe(200)
      expect((await admin.get(RULES)).status).toBe(200)
    })
    await put(RULES, { maxRequestsPerMinute: null })
    const again = new Date(Date.now() + 20_000).toISOString()
    expect((await atMoment(again, () => first.api.get('/api/catalog/stores'))).status).toBe(200)
  })

  it('returns the maintenance note to anonymous users until it is removed', async () => {
    const readNote = async () => (await new ApiClient(door).get('/api/maintenance-note')).body
    expect(await readNote()).toEqual({ note: null })
    await put(RULES, { maintenanceNote: 'Down on Sunday\nfrom 2 to 3' })
    expect(await readNote()).toEqual({ note: 'Down on Sunday\nfrom 2 to 3' })
    await put(RULES, { maintenanceNote: null })
    expect(await readNote()).toEqual({ note: null })
  })

  it('lists the remaining setup steps of the hub', async () => {
    const left = async () =>
      (await admin.get(SETUP)).body.items.flatMap((item: { name: string; isDone: boolean }) =>
        item.isDone ? [] : [item.name],
      )
    await until('the process has reported', async () => !(await left()).includes('jobs'))
    expect(await left()).toEqual(['mail', 'keyBackup'])
    await using server = await MailServer.start()
    await mailThrough(admin, server)
    const { sealingKeyId } = (await admin.get(CHANNELS)).body
    expect((await put(CHANNELS, { backedUpKeyId: sealingKeyId })).status).toBe(200)
    expect((await admin.get(SETUP)).body.isComplete).toBe(true)
    await put(CHANNELS, { mail: null, backedUpKeyId: null })
  })
})

it('reports a hub that runs no jobs and has no public URL', async () => {
  await using door = await startTestHub({ runsJobs: false, publicUrl: undefined })
  const admin = await superAdmin(door, await signUp(door))
  const { body } = await admin.get(SETUP)
  expect(body.isComplete).toBe(false)
  const left = body.items.filter(({ isDone }: { isDone: boolean }) => !isDone)
  expect(left.map(({ name }: { name: string }) => name)).toEqual(['mail', 'publicUrl', 'keyBackup', 'jobs'])
  await using server = await MailServer.start()
  await mailThrough(admin, server)
  const answer = await admin.post(`${CHANNELS}/test-send`)
  expect([answer.status, answer.body.code]).toEqual([409, 'public_url_missing'])
})

describe('test mails', () => {
  const door = useHub()

  it('sends a test mail to the caller through the mail server, and reports a refused sign-in', async () => {
    const admin = await superAdmin(door, await signUp(door))
    const missing = await admin.post(`${CHANNELS}/test-send`)
    expect([missing.status, missing.body.code]).toEqual([409, 'mail_not_configured'])
    const user = { name: 'hub', password: 'pass-1-of-mail' }
    await using server = await MailServer.start({ user })
    await mailThrough(admin, server, { user: 'hub', password: 'wrong' })
    const wrong = await admin.post(`${CHANNELS}/test-send`)
    expect([wrong.status, wrong.body.code]).toEqual([502, 'mail_failed'])
    expect(wrong.body.detail).toContain('535')
    expect(JSON.stringify(wrong.body)).not.toContain('"wrong"')
    await mailThrough(admin, server, { user: 'hub', password: user.password })
    const { body } = await admin.with({ 'Accept-Language': 'ru' }).post(`${CHANNELS}/test-send`)
    const [mail] = await server.mailsTo(body.to)
    expect(mail?.subject).toBe('Пробное письмо')
    expect(mail?.from?.value).toEqual([{ address: 'shop@hub.test', name: 'The "Hub"' }])
    expect(mail?.text).toContain('http://hub.test')

    await using refusing = await MailServer.start({
      onRecipient: () => {
        throw smtpError(550, 'no such mailbox')
      },
    })
    await mailThrough(admin, refusing)
    const refused = await admin.post(`${CHANNELS}/test-send`)
    expect([refused.status, refused.body.detail]).toEqual([502, expect.stringContaining('no such mailbox')])
  })
})
