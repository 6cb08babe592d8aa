import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MASK } from '#shared/contracts/secrets.ts'
import { must } from '#shared/std/must.ts'
import { CLIENT, OTHER_CLIENT } from '#test/fiscal/client-certificate.ts'
import { type FiscalEmulator, startFiscalEmulator, type Wire } from '#test/fiscal/emulator/server.ts'
import { runCommand } from '#test/support/command.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { hireAllowed, signIn } from '#test/support/people.ts'

const FISCAL = '/api/organization/fiscal'
const TEST_SEND = `${FISCAL}/test-send`

const WEBKASSA = {
  provider: 'Webkassa',
  baseUrl: null,
  login: 'shop@example.kz',
  cashboxUniqueNumber: 'SWK00000001',
  apiKey: 'WKD-1',
  password: 'secret',
}

describe('fiscal settings', () => {
  let emulator: FiscalEmulator
  let door: TestHub
  let shop: Organization
  let other: Organization
  beforeAll(async () => {
    emulator = await startFiscalEmulator()
    door = await startTestHub({ fiscalEmulatorUrl: emulator.url })
    shop = await signUp(door)
    other = await signUp(door)
  })
  afterAll(async () => {
    await door[Symbol.asyncDispose]()
    await emulator[Symbol.asyncDispose]()
  })

  const read = async ({ api } = shop) => (await api.get(FISCAL)).body
  const put = async (changes: object, organization = shop) => {
    const { updatedAt: _, ...settings } = await read(organization)
    return organization.api.put(FISCAL, { ...settings, ...changes })
  }
  const pointerOf = ({ body }: { body: { errors?: { pointer: string }[] } }) => body.errors?.[0]?.pointer

  it('starts without a fiscal provider, lists the providers and refuses a test receipt', async () => {
    expect(await read(other)).toEqual({
      version: 1,
      cashBox: { provider: 'None' },
      retailPoints: [],
      updatedAt: null,
    })
    expect((await other.api.get(`${FISCAL}/providers`)).body).toEqual([
      'None',
      'Emulator',
      'AtolOnline',
      'Webkassa',
      'ReKassa',
      'OrangeData',
      'CloudKassir',
    ])
    expect(await other.api.post(TEST_SEND, {})).toMatchObject({
      status: 409,
      body: { code: 'fiscal_not_configured' },
    })
  })

  it('masks secrets, accepts the masks back and stores the secrets encrypted', async () => {
    expect((await put({ cashBox: WEBKASSA })).status).toBe(200)
    const masked = { ...WEBKASSA, apiKey: MASK, password: MASK }
    expect(await read()).toMatchObject({ version: 2, cashBox: masked })
    expect((await put({})).body).toMatchObject({ version: 3, cashBox: masked })
    expect((await put({ cashBox: { ...WEBKASSA, apiKey: undefined, password: '' } })).status).toBe(200)
    await using owner = await door.database.connect()
    const { rows } = await owner.query('SELECT * FROM fiscal_cash_boxes')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/WKD-1|"secret"/)
    const log = await shop.api.get('/api/organization/audit-log')
    expect(JSON.stringify(log.body)).not.toMatch(/WKD-1/)
  })

  it('refuses a stale version and a body that does not fit the provider', async () => {
    expect((await put({ version: 1 })).status).toBe(409)
    expect(pointerOf(await put({ cashBox: { ...WEBKASSA, inn: '1' } }))).toContain('cashBox')
    expect(pointerOf(await put({ cashBox: { ...WEBKASSA, password: null } }))).toBe('#/cashBox/password')
  })

  it('requires a secret again when the URL or the login of the provider changes', async () => {
    const masked = { ...WEBKASSA, apiKey: MASK, password: MASK }
    for (const change of [{ baseUrl: 'https://kkm.example.com' }, { login: 'other' }]) {
      const answer = await put({ cashBox: { ...masked, ...change } })
      expect([answer.status, pointerOf(answer)]).toEqual([400, '#/cashBox/apiKey'])
    }
    const moved = await put({ cashBox: { ...WEBKASSA, baseUrl: 'https://kkm.example.com' } })
    expect(moved.status).toBe(200)
  })

  it('refuses provider URLs without TLS, in a private network or with credentials', async () => {
    for (const baseUrl of [
      'http://kkm.example.com',
      'https://127.0.0.1',
      'https://10.0.0.1:8443',
      'https://[::1]',
      'https://localhost',
      'https://hub.internal',
      'https://0.0.0.0',
      'https://169.254.169.254',
      'https://2130706433',
      'https://0x7f.1',
      'https://0177.0.0.1',
      'https://127.1',
      'https://[::127.0.0.1]',
      'https://[::ffff:127.0.0.1]',
      'https://[64:ff9b::7f00:1]',
      'https://[2002:7f00:1::]',
      'https://[::]',
      'https://user:pass@kkm.example.com',
      'https://user@kkm.example.com',
      'https://:pass@kkm.example.com',
    ]) {
      const answer = await put({ cashBox: { ...WEBKASSA, baseUrl } })
      expect([baseUrl, answer.status, pointerOf(answer)]).toEqual([baseUrl, 400, '#/cashBox/baseUrl'])
    }
  })

  it('accepts a separate cash box for a retail point, and refuses duplicate and foreign retail points', async () => {
    const points = (await shop.api.get('/api/catalog/retail-points')).body.items
    const strangers = (await other.api.get('/api/catalog/retail-points')).body.items
    const retailPoints = [{ retailPointId: points[0].id, cashBox: { provider: 'Emulator' } }]
    expect((await put({ retailPoints })).body).toMatchObject({ retailPoints })
    const foreign = [{ retailPointId: strangers[0].id, cashBox: { provider: 'Emulator' } }]
    const answer = await put({ retailPoints: foreign })
    expect([answer.status, pointerOf(answer)]).toEqual([400, '#/retailPoints/0/retailPointId'])
    const twice = await put({ retailPoints: [...retailPoints, ...retailPoints] })
    expect(twice.status).toBe(400)
    expect((await read(other)).retailPoints).toEqual([])
  })

  it('refuses unusable keys, certificates and tokens, and reports the field', async () => {
    const fresh = await signUp(door)
    const { signingKey } = emulator.orangeData
    const orange = {
      provider: 'OrangeData',
      baseUrl: null,
      inn: '7701234567',
      taxSystem: 'General',
      group: 'Main',
      keyName: 'key',
      ffdVersion: '1.2',
      companyEmail: 'a@shop.example',
      signingKey,
      ...CLIENT,
    }
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
    const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const
    const rekassa = { provider: 'ReKassa', baseUrl: null, number: '1', apiKey: 'k', password: 'p', pin: '1' }
    const faults: [object, string][] = [
      ...['nonsense', '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----', CLIENT.clientKey].map(
        (text): [object, string] => [{ ...orange, signingKey: text }, 'signingKey'],
      ),
      [{ ...orange, signingKey: weak.export({ type: 'pkcs8', format: 'pem' }) }, 'signingKey'],
      [{ ...orange, signingKey: createPrivateKey(signingKey).export(locked) }, 'signingKey'],
      [{ ...orange, clientCertificate: CLIENT.clientKey }, 'clientCertificate'],
      [{ ...orange, clientKey: CLIENT.clientCertificate }, 'clientKey'],
      [{ ...orange, clientKey: OTHER_CLIENT.clientKey }, 'clientKey'],
      [{ ...WEBKASSA, apiKey: 'WKD\n1' }, 'apiKey'],
      [{ ...WEBKASSA, apiKey: 'ключ' }, 'apiKey'],
      [{ ...WEBKASSA, password: 'two\nlines' }, 'password'],
      [{ ...rekassa, pin: '12 34' }, 'pin'],
    ]
    for (const [cashBox, field] of faults) {
      const answer = await put({ cashBox }, fresh)
      expect([answer.status, pointerOf(answer)], JSON.stringify(cashBox)).toEqual([400, `#/cashBox/${field}`])
      expect(JSON.stringify(answer.body)).not.toContain('MII')
    }
    expect((await read(fresh)).cashBox).toEqual({ provider: 'None' })
    expect((await put({ cashBox: orange }, fresh)).status).toBe(200)
    // A certificate replaced without its key does not match the stored key.
    const exchanged = { ...orange, ...OTHER_CLIENT, signingKey: MASK, clientKey: MASK }
    const answer = await put({ cashBox: exchanged }, fresh)
    expect([answer.status, pointerOf(answer)]).toEqual([400, '#/cashBox/clientKey'])
    expect((await put({ cashBox: { ...exchanged, ...OTHER_CLIENT } }, fresh)).status).toBe(200)
    await put({ cashBox: { provider: 'None' } }, fresh)
  })

  it('keeps the cash register record until an identifying field of the cash box changes', async () => {
    const secrets = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'secret']))
    const ru = { baseUrl: null, inn: '7701234567', taxSystem: 'General' }
    const atol = { login: 'shop', paymentAddress: 'Moscow', companyEmail: 'a@shop.example' }
    const orange = { keyName: 'key', ffdVersion: '1.2', companyEmail: 'a@shop.example' }
    const boxes = [
      {
        provider: 'AtolOnline',
        ...ru,
        ...atol,
        protocol: 'v5',
        groupCode: 'g',
        ...secrets('password'),
        same: { companyEmail: 'b@shop.example' },
        other: [{ groupCode: 'h' }, { inn: '7701234568' }, { protocol: 'v4' }],
      },
      { ...WEBKASSA, same: { login: 'other' }, other: [{ cashboxUniqueNumber: 'SWK2' }] },
      {
        provider: 'ReKassa',
        baseUrl: null,
        number: 'RK-1',
        ...secrets('apiKey', 'password', 'pin'),
        same: { pin: '4321' },
        other: [{ number: 'RK-2' }],
      },
      {
        provider: 'OrangeData',
        ...ru,
        ...orange,
        group: 'Main',
        signingKey: emulator.orangeData.signingKey,
        ...CLIENT,
        same: { keyName: 'new' },
        other: [{ group: 'Main_2' }, { inn: '7701234568' }],
      },
      {
        provider: 'CloudKassir',
        ...ru,
        publicId: 'pk',
        ...secrets('apiSecret'),
        same: { taxSystem: 'Patent' },
        other: [{ publicId: 'pk2' }, { inn: '7701234568' }],
      },
    ]
    const fresh = await signUp(door)
    await using owner = await door.database.connect()
    const idWith = async (cashBox: object): Promise<string> => {
      const answer = await put({ cashBox }, fresh)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const { rows } = await owner.query('SELECT id FROM fiscal_cash_boxes WHERE organization_id = $1', [
        fresh.organizationId,
      ])
      return rows[0]?.id as string
    }
    for (const { same, other, ...cashBox } of boxes) {
      const id = await idWith(cashBox)
      expect(await idWith({ ...cashBox, ...same })).toBe(id)
      for (const change of [...other, { baseUrl: 'https://stand.example.com' }]) {
        expect(await idWith({ ...cashBox, ...change }), JSON.stringify(change)).not.toBe(id)
        await idWith(cashBox)
        expect(await idWith(cashBox)).not.toBe(id)
      }
    }
    await put({ cashBox: { provider: 'None' } }, fresh)
  })

  it('refuses changes and test receipts to a user who may only view fiscal settings', async () => {
    const clerk = await signIn(door, await hireAllowed(door, shop, 'Reader', ['organization.view']))
    expect((await clerk.get(FISCAL)).status).toBe(200)
    expect((await clerk.put(FISCAL, await read())).status).toBe(403)
    expect((await clerk.post(TEST_SEND, {})).status).toBe(403)
  })

  it('sends a test receipt of 1.00 without saving a sale', async () => {
    expect((await put({ cashBox: { provider: 'Emulator' }, retailPoints: [] }, other)).status).toBe(200)
    const sales = async () => (await other.api.get('/api/sales/retail')).body.total
    const before = await sales()
    const answer = await other.api.post(TEST_SEND, {})
    expect(answer).toMatchObject({
      status: 200,
      body: { provider: 'Emulator', state: 'Done', shiftNumber: 1, isOffline: false },
    })
    const entry = [...emulator.atol.books.entries.values()].find(({ sign }) => sign === answer.body.sign)
    expect(entry?.request).toMatchObject({
      receipt: { items: [{ name: 'Тестовая позиция', sum: 1 }], total: 1 },
    })
    expect(await sales()).toBe(before)
  })

  it('sends a test receipt with the VAT rate of the shop and a tender of its retail points', async () => {
    const { api, retailPointId } = other
    const settings = '/api/organization/settings'
    const { uniqueProductCode: _, costMethod: __, ...given } = (await api.get(settings)).body
    expect((await api.put(settings, { ...given, defaultVatRate: 16 })).status).toBe(200)
    const sent = async (query = '') => {
      const answer = await api.post(`${TEST_SEND}${query}`, {})
      expect([answer.status, answer.body.state]).toEqual([200, 'Done'])
      const entry = [...emulator.atol.books.entries.values()].find(({ sign }) => sign === answer.body.sign)
      return (must(entry).request as Wire).receipt
    }
    const vat = { type: 'vat16', sum: 0.14 }
    const cashAndCard = [
      { type: 0, sum: 0.5 },
      { type: 1, sum: 0.5 },
    ]
    expect(await sent()).toMatchObject({ items: [{ vat }], payments: cashAndCard })
    const path = `/api/catalog/retail-points/${retailPointId}`
    const { id: ___, createdAt, updatedAt, ...point } = (await api.get(path)).body
    const changed = await api.put(path, { ...point, paymentTypes: ['Cash', 'Qr'], taxSystem: 'Patent' })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const ofPoint = { company: { sno: 'patent' }, payments: [{ type: 0, sum: 1 }] }
    expect(await sent(`?retailPointId=${retailPointId}`)).toMatchObject(ofPoint)
  })

  it('encrypts the secrets of every organization again with a new key', async () => {
    expect((await put({ cashBox: WEBKASSA }, other)).status).toBe(200)
    const moySklad = { version: 0, authKind: 'Token', login: null, secret: 'of-MoySklad' }
    expect((await other.api.put('/api/admin/extsys/settings', moySklad)).status).toBe(200)
    const done = await runCommand('reseal', {
      DATABASE_URL: door.database.hubUrl,
      DATA_DIR: door.config.dataDir,
      HUB_SECRET: door.config.secret ?? '',
      HUB_SEALING_KEYS: 'a-sealing-key-of-this-year-long-enough',
    })
    // The secrets of both organizations, the MoySklad secret and the token signing key.
    expect(done).toEqual({ code: 0, output: '4 values were sealed with the present key\n', errors: '' })
  })
})
