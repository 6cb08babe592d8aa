import { describe, expect, it } from 'vitest'
import { BASES, type Office, openOffice } from '#test/hub/documents/book-keeping.ts'
import { createProduct } from '#test/support/device.ts'
import { readCsv } from '#test/support/file.ts'
import { useHub } from '#test/support/hub.ts'

const PATH = '/api/inventory/stock'

interface Action {
  base: string
  date: string
  lines: { product: number; quantity: number; price?: number }[]
}

/** Returns a seeded generator of numbers from 0 up to but excluding `below`. */
function numbersOf(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

/**
 * Returns actions derived from the seed, one a day, that move two products in two stores without exceeding
 * the stock.
 */
function actionsOf(seed: number): Action[] {
  const next = numbersOf(seed)
  const kinds = [BASES.supply, BASES.transfer, BASES.loss, BASES.demand, BASES.enter, BASES.inventory]
  const date = (day: number) => `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z`
  const first = { base: BASES.supply, date: date(1), lines: [0, 1].map((product) => lineOf(product, 500, 7)) }
  const further = Array.from({ length: 12 }, (_, i) => {
    const base = kinds[next(kinds.length)] ?? BASES.supply
    const lines = [0, 1].slice(next(2)).map((product) => lineOf(product, 1 + next(20), 1 + next(30)))
    return { base, date: date(i + 2), lines }
  })
  return [first, ...further]
}
const lineOf = (product: number, quantity: number, price: number) => ({ product, quantity, price })

describe('stock as of a given day', () => {
  const door = useHub()

  async function open() {
    const office = await openOffice(door)
    const { costMethod: _, ...editable } = (await office.api.get('/api/organization/settings')).body
    await office.api.put('/api/organization/settings', { ...editable, allowNegativeStock: true })
    const coffee = await createProduct(office.organization, { name: 'Coffee' })
    return { office, products: [office.tea, coffee] }
  }

  async function perform(office: Office, products: string[], { base, date, lines }: Action) {
    const { body, status } = await office.api.post(base, {
      ...office.header(base),
      date,
      lines: lines.map(({ product, quantity, price }) => ({
        productId: products[product],
        ...(base === BASES.inventory ? { countedQuantity: quantity } : { quantity }),
        ...(/supplies|demands|enters/.test(base) && { price }),
      })),
    })
    expect(status, JSON.stringify(body)).toBe(201)
    const posted = await office.api.post(`${base}/${body.id}/post`)
    expect(posted.status, JSON.stringify(posted.body)).toBe(200)
  }

  /** Returns the stock rows of products that have moved, without ids, because ids differ between offices. */
  async function stockOf({ api, store }: Office, query = '') {
    const { items } = (await api.get(`${PATH}?${query}`)).body
    const moved = items.filter(({ lastMovementAt }: { lastMovementAt: unknown }) => lastMovementAt !== null)
    return moved.map((row: Record<string, unknown>) => ({
      product: row.productName,
      isFirstStore: row.storeId === store,
      quantity: row.quantity,
      averageCost: row.averageCost,
      costSum: row.costSum,
      lastMovementAt: row.lastMovementAt,
    }))
  }
  const byPlace = (rows: { product: unknown; isFirstStore: boolean }[]) =>
    [...rows].sort((a, b) => `${a.product} ${a.isFirstStore}`.localeCompare(`${b.product} ${b.isFirstStore}`))

  it.each([1, 2, 3])('matches the stock read on that day for any posting order: %s', async (seed) => {
    const actions = actionsOf(seed)
    const { office, products } = await open()
    const seen = []
    for (const action of actions) {
      await perform(office, products, action)
      seen.push(byPlace(await stockOf(office)))
    }
    const late = await open()
    const next = numbersOf(seed)
    const shuffled = actions.map((action) => ({ action, at: next(1000) })).sort((a, b) => a.at - b.at)
    for (const { action } of shuffled) await perform(late.office, late.products, action)
    for (const [index, { date }] of actions.entries()) {
      const day = date.slice(0, 10)
      for (const [which, query] of [
        ['posted in order, by moment', `asOf=${date}`],
        ['posted in order, by day', `asOf=${day}`],
      ] as const)
        expect(byPlace(await stockOf(office, query)), `${which}, ${day}`).toEqual(seen[index])
      expect(byPlace(await stockOf(late.office, `asOf=${day}`)), `posted late, ${day}`).toEqual(seen[index])
    }
    expect(byPlace(await stockOf(late.office))).toEqual(seen.at(-1))
  })

  it('includes movements up to the given time or the end of the given day in the time zone of the organization', async () => {
    const { office, products } = await open()
    // In Almaty, 19:30 UTC is 00:30 of the next day.
    const action = { base: BASES.enter, lines: [lineOf(0, 5, 10)] }
    await perform(office, products, { ...action, date: '2026-03-09T18:30:00.000Z' })
    await perform(office, products, { ...action, date: '2026-03-09T19:30:00.000Z' })
    const quantity = async (asOf: string) => (await stockOf(office, `asOf=${asOf}`))[0]?.quantity
    expect(await quantity('2026-03-08')).toBeUndefined()
    expect(await quantity('2026-03-09')).toBe(5)
    expect(await quantity('2026-03-10')).toBe(10)
    expect(await quantity('2026-03-09T18:29:59.999Z')).toBeUndefined()
    expect(await quantity('2026-03-09T18:30:00Z')).toBe(5)
    expect(await quantity('2026-03-09T19:30:00.000Z')).toBe(10)
    expect(await quantity('9999-12-31')).toBe(10)
  })

  it('returns the stock after the last of several movements with the same date and time', async () => {
    const { office, products } = await open()
    const date = '2026-03-09T10:00:00.000Z'
    await perform(office, products, { base: BASES.enter, date, lines: [lineOf(0, 5, 10)] })
    await perform(office, products, { base: BASES.loss, date, lines: [lineOf(0, 2, 0)] })
    await perform(office, products, {
      base: BASES.enter,
      date: '2026-03-11T10:00:00.000Z',
      lines: [lineOf(0, 1, 10)],
    })
    for (const asOf of [date, '2026-03-10'])
      expect(await stockOf(office, `asOf=${asOf}`)).toMatchObject([{ quantity: 3 }])
  })

  it('filters and exports the stock as of a day, and returns its totals', async () => {
    const { office, products } = await open()
    await perform(office, products, {
      base: BASES.enter,
      date: '2026-03-01T10:00:00Z',
      lines: [lineOf(0, 5, 10), lineOf(1, 1, 3)],
    })
    await perform(office, products, {
      base: BASES.loss,
      date: '2026-03-03T10:00:00Z',
      lines: [lineOf(0, 5, 0)],
    })
    const names = async (query: string) =>
      (await stockOf(office, query)).map((row: { product: string }) => row.product)
    expect(await names('asOf=2026-03-02&stockMode=positiveOnly')).toEqual(['Coffee', 'Tea'])
    expect(await names('asOf=2026-03-03&stockMode=empty')).toEqual(['Tea'])
    expect(await names('asOf=2026-03-02&sort=-quantity')).toEqual(['Tea', 'Coffee'])
    const totals = async (query: string) => (await office.api.get(`${PATH}/totals?${query}`)).body
    expect(await totals('asOf=2026-03-02')).toMatchObject({ positions: 2, quantity: 6, costSum: 53 })
    expect(await totals('asOf=2026-03-03')).toMatchObject({ positions: 2, quantity: 1, costSum: 3 })
    const [row] = await readCsv(office.api, `${PATH}/export?asOf=2026-03-02&search=tea`)
    expect(row).toMatchObject({
      Quantity: '5',
      'Value at cost': '50',
      'Last movement': '2026-03-01 15:00:00',
    })
  })
})
