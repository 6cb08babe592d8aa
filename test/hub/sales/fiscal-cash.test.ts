import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { REKASSA } from '#test/fiscal/emulator/rekassa.ts'
import { type FiscalEmulator, startFiscalEmulator } from '#test/fiscal/emulator/server.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { hireAllowed, limitToStores, signIn } from '#test/support/people.ts'

const CASH = '/api/sales/fiscal-cash'
const FISCAL = '/api/organization/fiscal'
const CLOCK = {
  utcOffsetMinutes: 300,
  timeZone: 'Asia/Almaty',
  bootId: 'boot',
  monotonicMs: 1,
  hubOffsetMs: 0,
}
const TOTALS = {
  salesCash: 0,
  salesCard: 0,
  returnsCash: 0,
  returnsCard: 0,
  cashIn: 0,
  cashOut: 0,
  receiptsCount: 0,
  returnsCount: 0,
  expectedCash: 0,
}

/** A till that uploads shifts, cash movements and sales. */
class Till {
  readonly #shop: Organization
  readonly #device: Device
  readonly #tillId: string
  constructor(shop: Organization, device: Device, tillId: string) {
    this.#shop = shop
    this.#device = device
    this.#tillId = tillId
  }

  async open(openedAt = minutesAgo(30)): Promise<string> {
    return this.#hand('shift_opened', { number: 1, openedAt, openingCash: 0 })
  }

  move(shiftId: string, kind: 'In' | 'Out', amount: number): Promise<string> {
    return this.#hand('cash_movement', { shiftId, kind, amount, reason: 'change', movedAt: minutesAgo(20) })
  }

  close(shiftId: string): Promise<string> {
    const closing = { shiftId, closedAt: minutesAgo(10), totals: TOTALS, countedCash: 0 }
    return this.#hand('shift_closed', closing)
  }

  async sell(shiftId: string, productId: string): Promise<string> {
    const body = saleBody(this.#shop, [{ productId }], { shiftId, soldAt: minutesAgo(15) })
    expect((await this.#device.upload([this.#device.item(body, { type: 'sale' })])).status).toBe(200)
    return body.id
  }

  /**
   * Uploads the records of two offline days in one batch. Returns the ids of cash movements and receipts in
   * the order of the records.
   */
  async handOverTwoDays(productId: string): Promise<string[]> {
    const record = (type: string, fields: object) => ({ type, body: this.#record(fields) })
    const days = [3000, 1500].map((since) => {
      const opened = record('shift_opened', { number: since, openedAt: minutesAgo(since), openingCash: 0 })
      const shiftId = opened.body.id
      const move = (kind: 'In' | 'Out', amount: number, ago: number) =>
        record('cash_movement', { shiftId, kind, amount, reason: 'change', movedAt: minutesAgo(since - ago) })
      const sale = (ago: number) => ({
        type: 'sale',
        body: saleBody(this.#shop, [{ productId }], { shiftId, soldAt: minutesAgo(since - ago) }),
      })
      const closing = { shiftId, closedAt: minutesAgo(since - 500), totals: TOTALS, countedCash: 0 }
      return [
        opened,
        move('In', 50, 10),
        sale(20),
        move('Out', 20, 30),
        sale(40),
        record('shift_closed', closing),
      ]
    })
    const items = days.flat()
    const { body } = await this.#device.upload(
      items.map(({ type, body }) => this.#device.item(body, { type })),
    )
    expect(body.results.map(({ result }: { result: string }) => result)).toEqual(items.map(() => 'accepted'))
    return items.flatMap(({ type, body }) =>
      type === 'shift_opened' ? [] : type === 'shift_closed' ? 'Z' : body.id,
    )
  }

  #record(fields: object) {
    const { retailPointId, employeeId } = this.#shop
    return {
      schema: 1,
      id: newId(),
      retailPointId,
      tillId: this.#tillId,
      clock: CLOCK,
      cashierId: employeeId,
      cashierName: 'Owner',
      ...fields,
    }
  }

  async #hand(type: string, fields: object): Promise<string> {
    const body = this.#record(fields)
    const { body: answer } = await this.#device.upload([this.#device.item(body, { type })])
    expect(answer.results).toMatchObject([{ result: 'accepted' }])
    return body.id
  }
}

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

describe.each([
  {
    provider: 'Webkassa',
    deskOf: (emulator: FiscalEmulator) => emulator.webkassa,
    settings: { login: 'shop@example.kz', cashboxUniqueNumber: 'SWK00000001' },
    secrets: { apiKey: 'WKD-1', password: 'secret' },
    noCash: '8',
  },
  {
    provider: 'ReKassa',
    deskOf: (emulator: FiscalEmulator) => emulator.reKassa,
    settings: { number: REKASSA.number },
    secrets: { apiKey: 'key', password: 'secret', pin: REKASSA.pin },
    noCash: 'NOT_ENOUGH_CASH',
  },
])('fiscal cash movements at $provider', ({ provider, deskOf, settings, secrets, noCash }) => {
  let emulator: FiscalEmulator
  let door: TestHub
  let shop: Organization
  let productId: string
  const tills: Till[] = []
  beforeAll(async () => {
    emulator = await startFiscalEmulator()
    door = await startTestHub({ fiscalEmulatorUrl: emulator.url })
    shop = await signUp(door, { timeZone: 'Asia/Almaty' })
    productId = await createProduct(shop)
    for (const tillId of ['till-0001', 'till-0002'])
      tills.push(new Till(shop, await enrolDevice(door, shop), tillId))
    const { updatedAt: _, ...kept } = (await shop.api.get(FISCAL)).body
    const put = await shop.api.put(FISCAL, {
      ...kept,
      cashBox: { provider, baseUrl: null, ...settings, ...secrets },
    })
    expect(put.status, JSON.stringify(put.body)).toBe(200)
    // The settings refuse addresses of this machine, so the address is set directly.
    await using owner = await door.database.connect()
    await owner.query(
      `UPDATE fiscal_cash_boxes SET settings = settings || jsonb_build_object('baseUrl', $1::text)`,
      [emulator.url],
    )
  })
  afterAll(async () => {
    await door[Symbol.asyncDispose]()
    await emulator[Symbol.asyncDispose]()
  })

  const books = () => deskOf(emulator).books
  const listed = async (query = '') => (await shop.api.get(`${CASH}?${query}`)).body.items
  const becomes = (id: string, state: string) =>
    expect
      .poll(async () => (await listed()).find((each: { id: string }) => each.id === id)?.state, {
        timeout: 20_000,
      })
      .toBe(state)
  const [one, two] = [() => tills[0] as Till, () => tills[1] as Till]

  it('reports cash movements in the order of the till, and closes the fiscal shift when the last till closes', async () => {
    const [first, second] = [await one().open(), await two().open()]
    const put = await one().move(first, 'In', 5000)
    const sale = await one().sell(first, productId)
    const taken = await two().move(second, 'Out', 1200.5)
    await one().close(first)
    await becomes(taken, 'Done')
    expect(books().cash.get(put)).toBe(500_000)
    expect(books().cash.get(taken)).toBe(-120_050)
    expect(books().entries.has(sale)).toBe(true)
    expect(books().closed).toEqual([])
    expect(await listed('kind=ZReport')).toEqual([])
    await two().close(second)
    await becomes(second, 'Done')
    expect(books().closed).toEqual([1])
    expect(await listed('sort=at')).toMatchObject([
      { id: put, kind: 'CashIn', sum: 5000, state: 'Done', dueAt: null },
      { id: taken, kind: 'CashOut', sum: 1200.5 },
      { id: second, kind: 'ZReport', sum: null },
    ])
  })

  it('lists refused cash movements as stuck, continues with later ones, and accepts a retry or a settlement', async () => {
    const shift = await one().open()
    const tooMuch = await one().move(shift, 'Out', 99_000)
    await becomes(tooMuch, 'Failed')
    const after = await one().move(shift, 'In', 100_000)
    await becomes(after, 'Done')
    const stuck = { id: tooMuch, state: 'Failed', code: noCash, message: expect.stringMatching(/./) }
    expect(await listed('isStuck=true')).toMatchObject([stuck])
    const { checks } = (await shop.api.get('/api/admin/diagnostic/run')).body
    expect(checks).toContainEqual(
      expect.objectContaining({ name: 'fiscal', verdict: 'error', detail: expect.stringContaining('1') }),
    )
    expect((await shop.api.post(`${CASH}/${after}/retry`)).body).toMatchObject({ code: 'retry_pointless' })
    expect((await shop.api.post(`${CASH}/${tooMuch}/retry`)).status).toBe(200)
    await becomes(tooMuch, 'Done')
    expect(books().cash.get(tooMuch)).toBe(-9_900_000)
    const again = await one().move(shift, 'Out', 999_000)
    await becomes(again, 'Failed')
    expect((await shop.api.post(`${CASH}/${again}/settle`, {})).body.errors).toMatchObject([
      { pointer: '#/reason' },
    ])
    const settled = await shop.api.post(`${CASH}/${again}/settle`, { reason: 'booked in its cabinet' })
    expect(settled.body).toMatchObject({ state: 'Done', message: 'booked in its cabinet' })
    expect(books().cash.has(again)).toBe(false)
    expect((await shop.api.post(`${CASH}/${again}/settle`, { reason: 'twice' })).status).toBe(409)
    await one().close(shift)
  })

  it('closes the fiscal shift while another till has been left open for more than a day', async () => {
    const forgotten = await two().open(minutesAgo(60 * 25))
    const shift = await one().open()
    await one().close(shift)
    await becomes(shift, 'Done')
    await two().close(forgotten)
  })

  it('reports two offline days uploaded in one batch in their order', async () => {
    const before = books().order.length
    const due = await one().handOverTwoDays(productId)
    await expect.poll(() => books().order.length, { timeout: 20_000 }).toBe(before + due.length)
    expect(books().order.slice(before)).toEqual(due)
  })

  it('closes the fiscal shift only once when two tills close concurrently', async () => {
    const [first, second] = [await one().open(), await two().open()]
    await one().move(first, 'In', 1)
    const closed = books().closed.length
    // Both closings are saved before either checks for other open shifts.
    await using owner = await door.database.connect()
    await owner.query('BEGIN; LOCK TABLE fiscal_cash_boxes IN ACCESS EXCLUSIVE MODE')
    const closings = [one().close(first), two().close(second)]
    const waiting = `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'fiscal_cash_boxes'::regclass`
    await expect
      .poll(async () => (await owner.query(waiting)).rows[0].n, { timeout: 20_000 })
      .toBeGreaterThan(1)
    await owner.query('COMMIT')
    await Promise.all(closings)
    await expect.poll(() => books().closed.length, { timeout: 20_000 }).toBe(closed + 1)
    const reports = (await listed('kind=ZReport')).map(({ id }: { id: string }) => id)
    expect(reports.filter((id: string) => id === first || id === second)).toHaveLength(1)
  })

  it('hides fiscal cash movements from other organizations', async () => {
    const other = await signUp(door)
    const [{ id }] = await listed()
    expect((await other.api.get(CASH)).body.items).toEqual([])
    expect((await other.api.post(`${CASH}/${id}/retry`)).status).toBe(404)
    expect((await other.api.post(`${CASH}/${id}/settle`, { reason: 'mine' })).status).toBe(404)
  })

  it('hides fiscal cash movements from users limited to other stores', async () => {
    const [{ id }] = await listed()
    const elsewhere = await shop.api.post('/api/catalog/stores', { name: 'Annex' })
    const email = await hireAllowed(door, shop, 'Of the annex', ['sales.view', 'sales.post'])
    await limitToStores(door, shop, email, [elsewhere.body.id])
    const api = await signIn(door, email)
    expect((await api.get(CASH)).body.items).toEqual([])
    expect((await api.post(`${CASH}/${id}/retry`)).status).toBe(404)
    expect((await api.post(`${CASH}/${id}/settle`, { reason: 'mine' })).status).toBe(404)
  })
})

describe('fiscal cash movements after a change of the provider', () => {
  it('sends a cash movement to the new cash box only after a user retries it', async () => {
    await using emulator = await startFiscalEmulator()
    await using door = await startTestHub({ fiscalEmulatorUrl: emulator.url })
    const shop = await signUp(door)
    const choose = async (cashBox: object): Promise<void> => {
      const { updatedAt: _, ...kept } = (await shop.api.get(FISCAL)).body
      const put = await shop.api.put(FISCAL, { ...kept, cashBox })
      expect(put.status, JSON.stringify(put.body)).toBe(200)
    }
    const webkassa = (cashboxUniqueNumber: string) => ({
      provider: 'Webkassa',
      baseUrl: null,
      login: 'shop@example.kz',
      cashboxUniqueNumber,
      apiKey: 'WKD-1',
      password: 'secret',
    })
    // The host does not exist, so the cash movement stays unsent.
    await choose({ ...webkassa('SWK00000001'), baseUrl: 'https://kkm.webkassa.invalid' })
    const till = new Till(shop, await enrolDevice(door, shop), 'till-0001')
    const put = await till.move(await till.open(), 'In', 10)
    await choose({ provider: 'Emulator' })
    const shown = async () => (await shop.api.get(CASH)).body.items[0]
    expect(await shown()).toMatchObject({ id: put, state: 'Failed', code: 'NoProvider' })
    const none = await shop.api.post(`${CASH}/${put}/retry`)
    expect(none.body).toMatchObject({ code: 'fiscal_not_configured' })
    await choose(webkassa('SWK00000002'))
    await using owner = await door.database.connect()
    await owner.query(
      `UPDATE fiscal_cash_boxes SET settings = settings || jsonb_build_object('baseUrl', $1::text)`,
      [emulator.url],
    )
    expect((await shop.api.post(`${CASH}/${put}/retry`)).status).toBe(200)
    await expect.poll(async () => (await shown()).state, { timeout: 20_000 }).toBe('Done')
    expect(emulator.webkassa.books.cash.get(put)).toBe(1000)
  })
})

describe('fiscal cash movements at a provider without a cash drawer', () => {
  it('reports no cash movements', async () => {
    await using emulator = await startFiscalEmulator()
    await using door = await startTestHub({ fiscalEmulatorUrl: emulator.url })
    const shop = await signUp(door)
    const { updatedAt: _, ...kept } = (await shop.api.get(FISCAL)).body
    expect((await shop.api.put(FISCAL, { ...kept, cashBox: { provider: 'Emulator' } })).status).toBe(200)
    const till = new Till(shop, await enrolDevice(door, shop), 'till-0001')
    const shift = await till.open()
    await till.move(shift, 'In', 10)
    await till.close(shift)
    expect((await shop.api.get(CASH)).body.items).toEqual([])
  })
})
