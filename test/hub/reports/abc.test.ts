import { beforeAll, describe, expect, it } from 'vitest'
import { BASES } from '#test/hub/documents/book-keeping.ts'
import { done } from '#test/hub/documents/histories.ts'
import { createProduct, type Device, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers, looked into freely
type Json = any

describe('the ABC report', () => {
  const door = useHub({ runsJobs: false })
  let shop: Organization
  let device: Device
  beforeAll(async () => {
    shop = await signUp(door, { timeZone: 'Asia/Almaty' })
    device = await enrolDevice(door, shop)
  })

  const get = async (query: object): Promise<Json> =>
    done(shop.api.get(`/api/reports/abc?${new URLSearchParams(query as Record<string, string>)}`))

  /** Sells products on one day for the given prices or in the given quantities. Negative values are returns. */
  async function sell(
    day: string,
    metrics: readonly [productId: string, metric: number][],
    metric: 'price' | 'quantity' = 'price',
  ): Promise<void> {
    const receipts = [false, true].flatMap((isReturn) => {
      const lines = metrics
        .filter(([, value]) => value < 0 === isReturn && value !== 0)
        .map(([productId, value]) => ({ productId, price: 1, [metric]: Math.abs(value) }))
      return lines.length > 0 ? [saleBody(shop, lines, { soldAt: `${day}T08:00:00.000Z`, isReturn })] : []
    })
    const { body } = await device.upload(receipts.map((receipt) => device.item(receipt)))
    for (const { result } of body.results) expect(['accepted', 'flagged']).toContain(result)
  }

  /** Creates a service with each of the names. */
  const createServices = async (names: readonly string[]): Promise<string[]> => {
    const ids: string[] = []
    for (const name of names) ids.push(await createProduct(shop, { name, kind: 'Service' }))
    return ids
  }

  let days = 0
  /** Returns a day on which no other test sells. */
  const ownDay = () => {
    days += 1
    return new Date(Date.UTC(2025, 0, days)).toISOString().slice(0, 10)
  }

  it.each([
    ['products by the share of those before them', [50, 30, 15, 5], {}, 'AABC'],
    ['the largest product as A even when it exceeds the threshold', [97, 2, 1], {}, 'ACC'],
    ['a product at a threshold as the next class', [80, 15, 5], {}, 'ABC'],
    ['a product below a threshold as the previous class', [79, 16, 5], {}, 'AAC'],
    ['a product 0.01 below a threshold as the previous class', [7_999_999.99, 2_000_000, 0.01], {}, 'AAC'],
    ['products with 0 or less as C', [100, 0, -50], {}, 'ACC'],
    ['products as C when none is above 0', [0, -1], {}, 'CC'],
    ['products by other thresholds', [50, 30, 15, 5], { a: '50', b: '80' }, 'ABCC'],
  ])('classifies %s', async (_, metrics, thresholds, expected) => {
    const day = ownDay()
    const ids = await createServices(metrics.map((_, i) => `Product ${i}`))
    const sales = ids.map((id, i): [string, number] => [id, metrics[i] ?? 0])
    await sell(day, sales)
    // Products with a metric of 0 are sold and returned.
    const zeros = sales.filter(([, metric]) => metric === 0)
    await sell(day, [...zeros.map(([id]): [string, number] => [id, 7])])
    await sell(day, [...zeros.map(([id]): [string, number] => [id, -7])])
    const { items, summary } = await get({ from: day, to: day, ...thresholds })
    expect(items.map((row: Json) => row.class).join('')).toBe(expected)
    expect(items.map((row: Json) => [row.rank, row.productId, row.metric])).toEqual(
      sales.map(([id, metric], i) => [i + 1, id, metric]),
    )
    expect(summary.map((row: Json) => row.class.repeat(row.count)).join('')).toBe(expected)
  })

  it('sorts ties by name and id across pages, and totals only positive amounts', async () => {
    const day = ownDay()
    const [teaA = '', teaB = '', bread = '', milk = ''] = await createServices([
      'Tea',
      'Tea',
      'Bread',
      'Milk',
    ])
    await sell(day, [
      [teaB, 5],
      [teaA, 5],
      [milk, -7],
      [bread, 5],
    ])
    const rows = [
      [1, bread, 5, 33.33, 33.33, 'A'],
      [2, teaA, 5, 33.33, 66.67, 'A'],
      [3, teaB, 5, 33.33, 100, 'A'],
      [4, milk, -7, 0, 100, 'C'],
    ]
    for (const page of [1, 2, 3]) {
      const report = await get({ from: day, to: day, page: String(page), pageSize: '2' })
      expect(
        report.items.map((row: Json) => [
          row.rank,
          row.productId,
          row.metric,
          row.share,
          row.cumulativeShare,
          row.class,
        ]),
      ).toEqual(rows.slice((page - 1) * 2, page * 2))
      expect(report.total).toBe(4)
      expect(report.summary).toEqual([
        { class: 'A', count: 3, countShare: 75, metric: 15, share: 100 },
        { class: 'B', count: 0, countShare: 0, metric: 0, share: 0 },
        { class: 'C', count: 1, countShare: 25, metric: -7, share: 0 },
      ])
    }
  })

  it('lists unsold products that match the filters as C on request, except archived ones', async () => {
    const day = ownDay()
    const create = async (path: string, body: object) =>
      (await done(shop.api.post(`/api/catalog/${path}`, body))).id
    const groupOf = (name: string, parentId?: string) => create('product-groups', { name, parentId })
    const drinks = await groupOf('Drinks')
    const teas = await groupOf('Teas', drinks)
    const supplierId = await create('counterparties', { name: 'Supplier' })
    const product = (name: string, more: object) => createProduct(shop, { name, ...more })
    const cola = await product('Cola', { productGroupId: drinks, supplierId })
    const juice = await product('Juice', { productGroupId: teas })
    const old = await product('Old', { productGroupId: drinks })
    const away = await product('Away', { productGroupId: drinks })
    await product('Bread', { supplierId })
    await sell(day, [
      [juice, 10],
      [away, 4],
    ])
    for (const id of [old, away]) {
      const product = await done(shop.api.get(`/api/catalog/products/${id}`))
      await done(shop.api.put(`/api/catalog/products/${id}`, { ...product, isArchived: true }))
    }
    const requested = { from: day, to: day, includeUnsold: 'true' }
    const rowsOf = async (query: object) =>
      (await get({ ...requested, ...query })).items.map(
        ({ name, class: letter }: Json) => `${name} ${letter}`,
      )
    expect(await rowsOf({ productGroupIds: drinks })).toEqual(['Juice A', 'Away A', 'Cola C'])
    expect(await rowsOf({ supplierId })).toEqual(['Bread C', 'Cola C'])
    const { items, total } = await get({ ...requested, productGroupIds: drinks, matrix: 'true', xyz: 'true' })
    expect([total, items[2]]).toMatchObject([3, { productId: cola, share: 0, profitClass: 'C', xyz: null }])
    expect((await get({ from: day, to: day })).total).toBe(2)
  })

  it('rates a variation of weekly sales of up to 10 percent as X, up to 25 as Y and above as Z, and does not rate a single week', async () => {
    const weeks: Record<string, [quantities: number[], evenness: [string | null, number | null]]> = {
      same: [
        [100, 100, 100, 100],
        ['X', 0],
      ],
      ten: [
        [90, 110, 90, 110],
        ['X', 10],
      ],
      eleven: [
        [89, 111, 89, 111],
        ['Y', 11],
      ],
      twentyFive: [
        [75, 125, 75, 125],
        ['Y', 25],
      ],
      more: [
        [74, 126, 74, 126],
        ['Z', 26],
      ],
      once: [
        [0, 0, 0, 9],
        ['Z', 173.21],
      ],
      gone: [
        [5, -5, 5, -5],
        ['Z', null],
      ],
    }
    const names = Object.keys(weeks)
    const ids = await createServices(names)
    const sellEach = (day: string, quantityOf: (name: string) => number) =>
      sell(
        day,
        ids.map((id, i): [string, number] => [id, quantityOf(names[i] ?? '')]),
        'quantity',
      )
    // Sales are on the first or last day of each week. Sales outside whole weeks are ignored.
    for (const [week, day] of ['2026-02-02', '2026-02-15', '2026-02-16', '2026-03-01'].entries())
      await sellEach(day, (name) => weeks[name]?.[0][week] ?? 0)
    for (const day of ['2026-02-01', '2026-03-02']) await sellEach(day, () => 1000)
    const evenIn = async (from: string, to: string) => {
      const { items } = await get({ from, to, xyz: 'true', metric: 'Quantity' })
      return Object.fromEntries(items.map(({ name, xyz, variation }: Json) => [name, [xyz, variation]]))
    }
    const due = Object.fromEntries(names.map((name) => [name, weeks[name]?.[1]]))
    expect(await evenIn('2026-02-02', '2026-03-01')).toEqual(due)
    expect(await evenIn('2026-01-31', '2026-03-07')).toMatchObject({ ...due, once: ['Z', 173.21] })
    for (const [from, to] of [
      ['2026-02-02', '2026-02-14'],
      ['2026-02-03', '2026-02-21'],
      ['2026-02-01', '2026-02-02'],
    ] as const)
      expect(new Set(Object.values(await evenIn(from, to)).map(String))).toEqual(new Set([',']))
  })

  it('rates only weeks since the first stock receipt', async () => {
    const day = (text: string) => `${text}T08:00:00.000Z`
    const salt = await createProduct(shop, { name: 'Salt' })
    const enter = await done(
      shop.api.post(BASES.enter, {
        storeId: shop.storeId,
        date: day('2026-04-15'),
        lines: [{ productId: salt, quantity: 500, price: 1 }],
      }),
    )
    await done(shop.api.post(`${BASES.enter}/${enter.id}/post`))
    for (const [on, quantity] of [
      ['2026-04-08', 700],
      ['2026-04-13', 90],
      ['2026-04-26', 110],
    ] as const)
      await sell(on, [[salt, quantity]], 'quantity')
    const { items } = await get({ from: '2026-03-30', to: '2026-04-26', xyz: 'true' })
    expect(items).toMatchObject([{ name: 'Salt', metric: 900, xyz: 'X', variation: 10 }])
  })
})
