import { afterAll, beforeAll, expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { CLIENT } from '#test/fiscal/client-certificate.ts'
import type { Books } from '#test/fiscal/emulator/books.ts'
import { REKASSA } from '#test/fiscal/emulator/rekassa.ts'
import { type FiscalEmulator, startFiscalEmulator } from '#test/fiscal/emulator/server.ts'
import { createProduct } from '#test/support/device.ts'
import { createTestFolder, type TestFolder } from '#test/support/folders.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { Program } from '#test/support/program.ts'

const INN = '7700000000'
const RU = { inn: INN, taxSystem: 'General' } as const

interface Shape {
  cashBox(emulator: FiscalEmulator): { provider: string; [setting: string]: string | null }
  /** Path below the base URL of the emulator. */
  path: string
  books(emulator: FiscalEmulator): Books
  /**
   * Points at which the hub is killed, in this order: `before` the matching request arrives, or `after` it is
   * executed but not yet answered.
   */
  points: (readonly ['before' | 'after', RegExp])[]
}

const SHAPES: Record<string, Shape> = {
  'ATOL 5': {
    cashBox: () => ({ provider: 'Emulator' }),
    path: '',
    books: ({ atol }) => atol.books,
    points: [
      ...(['before', 'after'] as const).map((when) => [when, /v5\/.*\/sell$/] as const),
      ...(['before', 'after'] as const).map((when) => [when, /v5\/.*\/report\//] as const),
    ],
  },
  'ATOL 4': {
    cashBox: () => ({
      ...RU,
      provider: 'AtolOnline',
      baseUrl: null,
      protocol: 'v4',
      login: 'shop',
      password: 'secret',
      groupCode: 'group',
      paymentAddress: 'Abay 1',
      companyEmail: 'shop@example.kz',
    }),
    path: '/possystem/v4',
    books: ({ atol }) => atol.books,
    points: [
      ...(['before', 'after'] as const).map((when) => [when, /v4\/.*\/sell$/] as const),
      ...(['before', 'after'] as const).map((when) => [when, /v4\/.*\/report\//] as const),
    ],
  },
  Webkassa: {
    cashBox: () => ({
      provider: 'Webkassa',
      baseUrl: null,
      login: 'shop',
      cashboxUniqueNumber: 'SWK00000001',
      apiKey: 'WKD-1',
      password: 'secret',
    }),
    path: '',
    books: ({ webkassa }) => webkassa.books,
    points: [
      ['before', /v4\/check$/],
      ['after', /v4\/check$/],
      ['before', /ShiftHistory$/],
      ['after', /GetTicketByExternalCheckNumber$/],
    ],
  },
  reKassa: {
    cashBox: () => ({
      provider: 'ReKassa',
      baseUrl: null,
      number: REKASSA.number,
      pin: REKASSA.pin,
      apiKey: 'key',
      password: 'secret',
    }),
    path: '',
    books: ({ reKassa }) => reKassa.books,
    points: [
      ['before', /api\/crs$/],
      ['before', /tickets$/],
      ['after', /tickets$/],
    ],
  },
  OrangeData: {
    cashBox: ({ orangeData }) => ({
      ...RU,
      provider: 'OrangeData',
      baseUrl: null,
      group: 'Main',
      keyName: 'key',
      ffdVersion: '1.2',
      companyEmail: 'shop@example.kz',
      signingKey: orangeData.signingKey,
      ...CLIENT,
    }),
    path: '',
    books: ({ orangeData }) => orangeData.books,
    points: [
      ['before', /api\/v2\/documents\/$/],
      ['after', /api\/v2\/documents\/$/],
      ['before', /status/],
      ['after', /documents\/.*status/],
    ],
  },
  CloudKassir: {
    cashBox: () => ({ ...RU, provider: 'CloudKassir', baseUrl: null, publicId: 'pk', apiSecret: 'secret' }),
    path: '',
    books: ({ cloudKassir }) => cloudKassir.books,
    points: [
      ['before', /kkt\/receipt$/],
      ['after', /kkt\/receipt$/],
      ['before', /kkt\/receipt\/status/],
      ['after', /kkt\/receipt\/get/],
    ],
  },
}
const NAMES = Object.keys(SHAPES)
const SALES_OF_EACH = 2
/**
 * Time in milliseconds from the first held request to the kill. Providers that reach their point later get
 * their turn at the next kill.
 */
const GATHERING_MS = 2500

/**
 * Holds requests at the points of their providers until all have arrived or `GATHERING_MS` have passed, and
 * then kills the hub.
 */
class Killer {
  readonly #passed = new Map<string, number>()
  #standing = new Map<string, (outcome: 'lost') => void>()
  #timer: NodeJS.Timeout | undefined
  kill: () => Promise<void> = async () => undefined
  isKilling = false
  lives = 0

  get left(): string[] {
    return NAMES.filter((name) => (this.#passed.get(name) ?? 0) < must(SHAPES[name]).points.length)
  }

  watch(when: 'before' | 'after', path: string): Promise<'lost'> | undefined {
    const name = this.left.find((each) => {
      const [moment, at] = must(must(SHAPES[each]).points[this.#passed.get(each) ?? 0])
      return moment === when && at.test(path) && !this.#standing.has(each)
    })
    if (name === undefined) return undefined
    const { promise, resolve } = Promise.withResolvers<'lost'>()
    this.#standing.set(name, resolve)
    this.#timer ??= setTimeout(() => this.#shoot(), GATHERING_MS)
    if (this.#standing.size === this.left.length) void this.#shoot()
    return promise
  }

  async #shoot(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const standing = this.#standing
    this.#standing = new Map()
    this.isKilling = true
    await this.kill()
    this.isKilling = false
    for (const [name, resolve] of standing) {
      this.#passed.set(name, (this.#passed.get(name) ?? 0) + 1)
      resolve('lost')
    }
    this.lives += 1
  }
}

const killer = new Killer()
let emulator: FiscalEmulator
let door: TestHub
let shop: Organization
let folder: TestFolder
let program: Program | undefined

beforeAll(async () => {
  emulator = await startFiscalEmulator(0, (when, { path }) => killer.watch(when, path))
  // This hub only serves the requests of the test. Another process sends the receipts.
  door = await startTestHub({ fiscalEmulatorUrl: emulator.url, runsJobs: false })
  shop = await signUp(door)
  folder = createTestFolder()
})
afterAll(async () => {
  await program?.stop()
  await door?.[Symbol.asyncDispose]()
  await emulator?.[Symbol.asyncDispose]()
  folder?.remove()
})

/** Sells at the retail point of the named provider and stores the id of the sale. */
type Sell = (name: string) => Promise<void>

/** Creates a retail point and some sales for each provider. Returns a function for further sales. */
async function sellAtAll(): Promise<{ sales: Map<string, string[]>; sell: Sell }> {
  const { api, storeId, priceTypeId } = shop
  const productId = await createProduct(shop, { retailPrice: 100, kind: 'Service' })
  const points = await Promise.all(
    NAMES.map(async (name) => {
      const made = await api.post('/api/catalog/retail-points', { name, storeId, priceTypeId })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      return { retailPointId: made.body.id as string, cashBox: must(SHAPES[name]).cashBox(emulator) }
    }),
  )
  const { updatedAt: _, ...settings } = (await api.get('/api/organization/fiscal')).body
  const put = await api.put('/api/organization/fiscal', { ...settings, retailPoints: points })
  expect(put.status, JSON.stringify(put.body)).toBe(200)
  const sales = new Map<string, string[]>(NAMES.map((name) => [name, []]))
  const sell: Sell = async (name) => {
    const draft = await api.post('/api/sales/retail', {
      storeId,
      retailPointId: points[NAMES.indexOf(name)]?.retailPointId,
      lines: [{ productId, quantity: 1, price: 100 }],
      payments: [{ type: 'Card', amount: 100 }],
    })
    expect(draft.status, JSON.stringify(draft.body)).toBe(201)
    expect((await api.post(`/api/sales/retail/${draft.body.id}/post`, {})).status).toBe(200)
    must(sales.get(name)).push(draft.body.id)
  }
  for (const name of NAMES) for (let sold = 0; sold < SALES_OF_EACH; sold += 1) await sell(name)
  return { sales, sell }
}

it('makes exactly one fiscal receipt per sale when the hub is killed between any two steps', async () => {
  const { sales, sell } = await sellAtAll()
  await using owner = await door.database.connect()
  // The settings refuse addresses of this machine, so they are set directly.
  for (const name of NAMES) {
    const { provider } = must(SHAPES[name]).cashBox(emulator)
    const address = emulator.url + must(SHAPES[name]).path
    await owner.query(
      `UPDATE fiscal_cash_boxes SET settings = settings || jsonb_build_object('baseUrl', $2::text) WHERE provider = $1`,
      [provider, address],
    )
  }
  const { database, config } = door
  // Ends the waits between attempts immediately.
  const hurrying = setInterval(
    () =>
      void owner.query(`UPDATE fiscal_receipts SET due_at = now() WHERE due_at > now() AND state <> 'Done'`),
    300,
  )
  killer.kill = async () => program?.kill()
  const isDone = async () => (await states()).every((state) => state === 'Done')
  try {
    while (!(await isDone()) || killer.left.length > 0) {
      // When all receipts are done before some providers have reached all their points, these providers get
      // another sale.
      if (await isDone()) for (const name of killer.left) await sell(name)
      const before = killer.lives
      program = new Program('hub', {
        HUB_PORT: '0',
        DATA_DIR: folder.path,
        DATABASE_URL: database.hubUrl,
        DATABASE_POOL_SIZE: '8',
        HUB_SECRET: must(config.secret),
        PUBLIC_URL: must(config.publicUrl),
        FISCAL_EMULATOR_URL: emulator.url,
      })
      // The program sends receipts at once, so it can be killed before it is ready.
      await program.start().catch((error: unknown) => {
        if (killer.lives === before && !killer.isKilling) throw error
      })
      await expect
        .poll(async () => killer.lives > before || (await isDone()), { timeout: 40_000, interval: 100 })
        .toBe(true)
      // Simulates the time during which the killed process could still be running.
      await owner.query(`UPDATE fiscal_leases SET until = now() - interval '1 second'`)
    }
  } finally {
    clearInterval(hurrying)
  }
  expect(killer.left).toEqual([])
  const stored = await receipts()
  const registered = new Set(NAMES.map((name) => must(SHAPES[name]).books(emulator)))
  expect([...registered].flatMap(({ entries }) => [...entries.keys()]).sort()).toEqual(
    [...sales.values()].flat().sort(),
  )
  for (const name of NAMES) {
    const { entries } = must(SHAPES[name]).books(emulator)
    for (const id of must(sales.get(name))) expect(stored.get(id)?.sign, name).toBe(entries.get(id)?.sign)
  }
}, 240_000)

async function receipts(): Promise<
  Map<string, { id: string; state: string; sign: string; message: string }>
> {
  const { items } = (await shop.api.get('/api/sales/fiscal-receipts?pageSize=100')).body
  return new Map(items.map((item: { id: string }) => [item.id, item]))
}
const states = async () => [...(await receipts()).values()].map(({ state }) => state)
