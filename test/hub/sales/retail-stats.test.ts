import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { atMoment } from '#test/support/clock.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire, hireWithoutCosts } from '#test/support/people.ts'

const PATH = '/api/sales/retail/stats'

describe('GET /api/sales/retail/stats', () => {
  const door = useHub()

  async function shopIn(timeZone: string) {
    const shop = await signUp(door, { timeZone })
    const tea = await createProduct(shop)
    const device = await enrolDevice(door, shop)
    const sell = async (soldAt: string, overrides: Partial<SaleBody> = {}) => {
      const sale = saleBody(shop, [{ productId: tea, quantity: 2 }], { soldAt, ...overrides })
      const { body } = await device.upload([device.item(sale)])
      expect(body.results).toMatchObject([{ result: 'accepted' }])
      return sale
    }
    return { shop, tea, sell }
  }
  const statsOf = async ({ api }: Organization, query: string) => {
    const { status, body } = await api.get(`${PATH}?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const countsOf = ({ series }: { series: { date: string; receipts: number }[] }) =>
    series.map(({ date, receipts }) => [date, receipts])

  it('sums sales, returns, discounts, rounding and payments', async () => {
    const { shop, tea, sell } = await shopIn('Asia/Almaty')
    const supply = await shop.api.post('/api/inventory/enters', {
      storeId: shop.storeId,
      date: '2026-03-01T00:00:00Z',
      lines: [{ productId: tea, quantity: 100, price: 60 }],
    })
    await shop.api.post(`/api/inventory/enters/${supply.body.id}/post`)
    const first = await sell('2026-03-02T10:00:00.000Z', {
      payments: [{ type: 'Cash', amount: 500 }],
      changeSum: 300,
    })
    const [line] = first.lines
    await sell('2026-03-04T10:00:00.000Z', {
      lines: [{ ...line, discountAmount: 50, sum: 150 }] as SaleBody['lines'],
      sum: 149.5,
      discountSum: 50,
      roundingSum: -0.5,
      payments: [{ type: 'Card', amount: 149.5 }],
    })
    await sell('2026-03-04T11:00:00.000Z', {
      isReturn: true,
      originalSaleId: first.id,
      lines: [{ ...line, quantity: 1, sum: 100, originalLineNo: 1 }] as SaleBody['lines'],
      sum: 100,
      payments: [{ type: 'Cash', amount: 100 }],
    })
    const { series, previousPeriod, ...whole } = await statsOf(shop, 'from=2026-03-02&to=2026-03-04')
    expect(previousPeriod).toMatchObject({ from: '2026-02-27', to: '2026-03-01', receipts: 0, revenue: 0 })
    const { previousPeriod: before } = await statsOf(shop, 'from=2026-03-04&to=2026-03-05')
    expect(before).toEqual({
      from: '2026-03-02',
      to: '2026-03-03',
      receipts: 1,
      returns: 0,
      grossSum: 200,
      discount: 0,
      roundingSum: 0,
      returnsSum: 0,
      revenue: 200,
      vatSum: 0,
      averageReceipt: 200,
      costSum: 120,
      profit: 80,
    })
    expect(whole).toEqual({
      from: '2026-03-02',
      to: '2026-03-04',
      receipts: 2,
      returns: 1,
      grossSum: 400,
      discount: 50,
      roundingSum: -0.5,
      returnsSum: 100,
      revenue: 249.5,
      vatSum: 0,
      averageReceipt: 174.75,
      costSum: 180,
      profit: 69.5,
      costPending: false,
      payments: [
        { type: 'Card', sum: 149.5 },
        { type: 'Cash', sum: 100 },
      ],
    })
    expect(series).toMatchObject([
      { date: '2026-03-02', receipts: 1, revenue: 200, averageReceipt: 200, costSum: 120, profit: 80 },
      { date: '2026-03-03', receipts: 0, returns: 0, revenue: 0, averageReceipt: 0, profit: 0 },
      { date: '2026-03-04', receipts: 1, returns: 1, revenue: 49.5, costSum: 60, profit: -10.5 },
    ])
  })

  it('subtracts the VAT of returns from that of sales', async () => {
    const { shop, tea, sell } = await shopIn('Asia/Almaty')
    const withVat = (vatSum: number) => ({
      vatSum,
      lines: saleBody(shop, [{ productId: tea, quantity: 2 }]).lines.map((line) => ({
        ...line,
        vatRate: 12,
        vatSum,
      })),
    })
    const sold = await sell('2026-03-02T10:00:00.000Z', withVat(20))
    await sell('2026-03-02T11:00:00.000Z', { ...withVat(5), isReturn: true, originalSaleId: sold.id })
    expect(await statsOf(shop, 'from=2026-03-02&to=2026-03-02')).toMatchObject({ vatSum: 15 })
  })

  it('rounds the average receipt to hundredths', async () => {
    const { shop, sell } = await shopIn('Asia/Almaty')
    for (const hour of [10, 11, 12]) {
      const sum = hour === 10 ? 200.01 : 200
      await sell(`2026-03-02T${hour}:00:00.000Z`, { sum, payments: [{ type: 'Cash', amount: sum }] })
    }
    expect((await statsOf(shop, 'from=2026-03-02&to=2026-03-02')).averageReceipt).toBe(200)
  })

  it('uses days in the time zone of the organization, even when clocks change', async () => {
    const berlin = await shopIn('Europe/Berlin')
    // In Berlin, the day of 23 hours ends at 22:00 UTC and the day of 25 hours at 23:00.
    for (const at of ['2025-03-29T23:00', '2025-03-30T21:59', '2025-03-30T22:00'])
      await berlin.sell(`${at}:00.000Z`)
    expect(countsOf(await statsOf(berlin.shop, 'from=2025-03-29&to=2025-03-31'))).toEqual([
      ['2025-03-29', 0],
      ['2025-03-30', 2],
      ['2025-03-31', 1],
    ])
    for (const at of ['2025-10-25T21:59', '2025-10-25T22:00', '2025-10-26T22:59', '2025-10-26T23:00'])
      await berlin.sell(`${at}:00.000Z`)
    expect(countsOf(await statsOf(berlin.shop, 'from=2025-10-25&to=2025-10-27'))).toEqual([
      ['2025-10-25', 1],
      ['2025-10-26', 2],
      ['2025-10-27', 1],
    ])
    // In Cairo, the clock change skips midnight.
    const cairo = await shopIn('Africa/Cairo')
    for (const at of ['2025-04-24T21:59', '2025-04-24T22:00']) await cairo.sell(`${at}:00.000Z`)
    expect(countsOf(await statsOf(cairo.shop, 'from=2025-04-24&to=2025-04-25'))).toEqual([
      ['2025-04-24', 1],
      ['2025-04-25', 1],
    ])
  })

  it('filters the statistics by store and retail point', async () => {
    const { shop, sell } = await shopIn('Asia/Almaty')
    await sell('2026-03-02T10:00:00.000Z')
    const count = async (query: string) =>
      (await statsOf(shop, `from=2026-03-02&to=2026-03-02&${query}`)).receipts
    expect(await count(`storeId=${shop.storeId}&retailPointId=${shop.retailPointId}`)).toBe(1)
    expect(await count(`storeId=${newId()}`)).toBe(0)
    expect(await count(`retailPointId=${newId()}`)).toBe(0)
  })

  it('covers the last thirty days by default', async () => {
    const { shop, sell } = await shopIn('Asia/Almaty')
    for (const at of ['2026-02-07T18:59', '2026-02-07T19:00', '2026-03-09T18:59', '2026-03-09T19:00'])
      await sell(`${at}:00.000Z`)
    for (const [now, from, to] of [
      ['2026-03-09T18:59:59.999Z', '2026-02-08', '2026-03-09'],
      ['2026-03-09T19:00:00.000Z', '2026-02-09', '2026-03-10'],
    ] as const) {
      const stats = await atMoment(now, () => statsOf(shop, ''))
      expect(stats).toMatchObject({ from, to, receipts: 2 })
      expect(stats.series).toHaveLength(30)
      expect([stats.series[0].date, stats.series.at(-1).date]).toEqual([from, to])
    }
    expect((await statsOf(shop, 'to=2026-03-31')).from).toBe('2026-03-02')
    expect((await statsOf(shop, 'to=0001-01-05')).from).toBe('0001-01-01')
  })

  it.each([
    ['from', 'from=2023-02-04&to=2026-02-04'],
    ['from', 'from=2026-03-02&to=2026-03-01'],
    ['from', 'from=0001-01-01'],
    ['to', 'to=2026-02-30'],
    ['storeId', 'storeId=7'],
  ])('reports an invalid parameter: %s in %s', async (name, query) => {
    const { api } = await signUp(door)
    const { status, body } = await api.get(`${PATH}?${query}`)
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, `#/query/${name}`])
  })

  it('accepts a period of three years, the maximum', async () => {
    const { api } = await signUp(door)
    expect((await api.get(`${PATH}?from=2023-02-05&to=2026-02-04`)).body.series).toHaveLength(1096)
  })

  it('requires the permission to view statistics, and omits costs for users who may not see them', async () => {
    const { shop, sell } = await shopIn('Asia/Almaty')
    await sell('2026-03-02T10:00:00.000Z')
    const query = 'from=2026-03-02&to=2026-03-02'
    expect((await new ApiClient(door).get(PATH)).status).toBe(401)
    expect((await (await hire(door, shop, 'Cashier')).get(PATH)).status).toBe(403)
    expect(await statsOf(await signUp(door), query)).toMatchObject({ receipts: 0, payments: [] })
    const { body } = await (await hireWithoutCosts(door, shop)).get(`${PATH}?${query}`)
    expect(body).toMatchObject({ receipts: 1, revenue: 200 })
    for (const sums of [body, body.series[0]]) {
      expect(sums).not.toHaveProperty('costSum')
      expect(sums).not.toHaveProperty('profit')
    }
  })
})
