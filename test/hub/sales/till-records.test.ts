import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { ApiClient, type Organization, signUp, useHub } from '#test/support/hub.ts'
import { hire } from '#test/support/people.ts'

describe('shifts, cash movements and till events', () => {
  const door = useHub()

  async function shopWithTill() {
    const shop = await signUp(door, { timeZone: 'Asia/Almaty' })
    const device = await enrolDevice(door, shop)
    const tea = await createProduct(shop)
    const upload = async (...records: { type: string; body: object }[]) => {
      const answer = await device.upload(records.map(({ type, body }) => device.item(body, { type })))
      return answer.body.results.map(({ result }: { result: string }) => result)
    }
    return { shop, device, tea, upload }
  }
  const common = (shop: Organization) => ({
    schema: 1,
    id: newId(),
    retailPointId: shop.retailPointId,
    tillId: 'till-1',
    cashierId: shop.employeeId,
    cashierName: 'Owner',
    clock: { utcOffsetMinutes: 300, timeZone: 'Asia/Almaty', bootId: 'boot', monotonicMs: 1, hubOffsetMs: 0 },
  })
  const TOTALS = {
    salesCash: 250,
    salesCard: 100,
    returnsCash: 100,
    returnsCard: 0,
    cashIn: 50,
    cashOut: 30.5,
    receiptsCount: 2,
    returnsCount: 1,
    expectedCash: 1169.5,
  }
  const opened = (shop: Organization) => ({
    type: 'shift_opened',
    body: { ...common(shop), number: 7, openedAt: '2026-03-09T19:30:00.000Z', openingCash: 1000 },
  })
  const closed = (shop: Organization, shiftId: string, totals: object = {}) => ({
    type: 'shift_closed',
    body: {
      ...common(shop),
      cashierName: 'Closer',
      shiftId,
      closedAt: '2026-03-10T10:00:00.000Z',
      totals: { ...TOTALS, ...totals },
      countedCash: 1169,
    },
  })
  const moved = (shop: Organization, shiftId: string, kind: 'In' | 'Out', amount: number) => ({
    type: 'cash_movement',
    body: { ...common(shop), shiftId, kind, amount, reason: 'change', movedAt: '2026-03-09T20:00:00.000Z' },
  })
  const happened = (shop: Organization, kind = 'copy_printed') => ({
    type: 'till_event',
    body: {
      ...common(shop),
      cashierId: null,
      cashierName: null,
      kind,
      happenedAt: '2026-03-09T18:00:00.000Z',
      details: { receipt: 'A1-1', count: 2, late: null },
    },
  })
  const sale = (shop: Organization, tea: string, shiftId: string, overrides: Partial<SaleBody> = {}) => ({
    type: 'sale',
    body: saleBody(shop, [{ productId: tea }], { shiftId, ...overrides }),
  })
  const listed = async (shop: Organization, path: string) => (await shop.api.get(path)).body.items

  it('returns the same shift for any upload order of its records', async () => {
    for (const order of [
      [0, 1, 2, 3, 4, 5, 6],
      [6, 5, 4, 3, 2, 1, 0],
      [3, 6, 0, 5, 1, 4, 2],
    ]) {
      const { shop, tea, upload } = await shopWithTill()
      const shift = opened(shop)
      const { id } = shift.body
      const records = [
        shift,
        sale(shop, tea, id, { payments: [{ type: 'Card', amount: 100 }] }),
        sale(shop, tea, id, {
          lines: saleBody(shop, [{ productId: tea, quantity: 2.5 }]).lines,
          sum: 250,
          payments: [{ type: 'Cash', amount: 300 }],
          changeSum: 50,
        }),
        sale(shop, tea, id, { isReturn: true, payments: [{ type: 'Cash', amount: 100 }] }),
        moved(shop, id, 'In', 50),
        moved(shop, id, 'Out', 30.5),
        closed(shop, id),
      ]
      for (const i of order) expect(await upload(...records.slice(i, i + 1))).toEqual(['accepted'])
      const { body } = await shop.api.get(`/api/sales/shifts/${id}`)
      expect(body).toMatchObject({
        number: 7,
        openedAt: '2026-03-09T19:30:00.000Z',
        openingCash: 1000,
        cashierName: 'Owner',
        closedAt: '2026-03-10T10:00:00.000Z',
        closedByName: 'Closer',
        countedCash: 1169,
        discrepancy: -0.5,
        totals: TOTALS,
        hubTotals: TOTALS,
        isDifferent: false,
      })
    }
  })

  it('reports a shift whose till totals differ from the hub totals', async () => {
    const { shop, tea, upload } = await shopWithTill()
    const shift = opened(shop)
    await upload(shift, sale(shop, tea, shift.body.id))
    expect((await shop.api.get(`/api/sales/shifts/${shift.body.id}`)).body).toMatchObject({
      totals: null,
      discrepancy: null,
      hubTotals: { salesCash: 100, expectedCash: 1100, receiptsCount: 1 },
      isDifferent: false,
    })
    await upload(closed(shop, shift.body.id))
    expect((await shop.api.get(`/api/sales/shifts/${shift.body.id}`)).body.isDifferent).toBe(true)
  })

  it('sums payments by tender and compares each sum with the till', async () => {
    const { shop, tea, upload } = await shopWithTill()
    const shift = opened(shop)
    const { id } = shift.body
    const paid = (payments: SaleBody['payments'], rest: Partial<SaleBody> = {}) =>
      sale(shop, tea, id, { payments, ...rest })
    const totals = {
      ...TOTALS,
      salesCash: 0,
      salesCard: 40,
      returnsCash: 30,
      cashIn: 0,
      cashOut: 0,
      receiptsCount: 2,
      expectedCash: 970,
      salesOther: 160,
      returnsOther: 70,
      otherTenders: [
        { type: 'Qr', sales: 110, returns: 70 },
        { type: 'Credit', sales: 50, returns: 0 },
      ],
    }
    const qr = (amount: number) => ({ type: 'Qr' as const, amount })
    await upload(
      shift,
      paid([qr(60), { type: 'Card', amount: 40 }]),
      paid([{ type: 'Credit', amount: 50 }, qr(50)]),
      paid([qr(70), { type: 'Cash', amount: 30 }], { isReturn: true }),
      closed(shop, id, totals),
    )
    const { body } = await shop.api.get(`/api/sales/shifts/${id}`)
    expect(body).toMatchObject({ totals, hubTotals: totals, isDifferent: false })
    const [other, otherId] = [opened(shop), newId()]
    const swapped = totals.otherTenders.map(({ type, ...sums }) => ({
      ...sums,
      type: type === 'Qr' ? 'Other' : type,
    }))
    await upload(
      { ...other, body: { ...other.body, id: otherId } },
      closed(shop, otherId, { otherTenders: swapped }),
    )
    expect((await shop.api.get(`/api/sales/shifts/${otherId}`)).body.isDifferent).toBe(true)
  })

  it('separates the totals of shifts that are open at two tills at the same time', async () => {
    const { shop, tea, upload } = await shopWithTill()
    const here = opened(shop)
    const next = { ...opened(shop), body: { ...opened(shop).body, tillId: 'till-2', number: 8 } }
    await upload(here, next)
    await upload(
      sale(shop, tea, here.body.id),
      ...[1, 2].map(() => sale(shop, tea, next.body.id, { payments: [{ type: 'Card', amount: 100 }] })),
      moved(shop, here.body.id, 'In', 5),
      moved(shop, next.body.id, 'Out', 7),
    )
    const totalsOf = async ({ body }: { body: { id: string } }) =>
      (await shop.api.get(`/api/sales/shifts/${body.id}`)).body.hubTotals
    expect(await totalsOf(here)).toMatchObject({ salesCash: 100, salesCard: 0, cashIn: 5, cashOut: 0 })
    expect(await totalsOf(here)).toMatchObject({ receiptsCount: 1, expectedCash: 1105 })
    expect(await totalsOf(next)).toMatchObject({ salesCash: 0, salesCard: 200, cashIn: 0, cashOut: 7 })
    expect(await totalsOf(next)).toMatchObject({ receiptsCount: 2, expectedCash: 993 })
  })

  it('saves records only once when they are uploaded repeatedly, and keeps the first closing of a shift', async () => {
    const { shop, device, upload } = await shopWithTill()
    const shift = opened(shop)
    const records = [shift, closed(shop, shift.body.id), moved(shop, shift.body.id, 'In', 5), happened(shop)]
    const items = records.map(({ type, body }) => device.item(body, { type }))
    await device.upload(items)
    const again = await device.upload(items)
    expect(again.body.results.map(({ result }: { result: string }) => result)).toEqual(
      Array(4).fill('duplicate'),
    )
    for (const path of ['shifts', 'cash-movements', 'till-events'])
      expect((await shop.api.get(`/api/sales/${path}`)).body.total).toBe(1)
    expect(await upload(closed(shop, shift.body.id, { cashIn: 1 }))).toEqual(['accepted'])
    expect((await shop.api.get(`/api/sales/shifts/${shift.body.id}`)).body.totals.cashIn).toBe(50)
  })

  it('flags a second closing of a shift', async () => {
    const { shop, device } = await shopWithTill()
    const shift = opened(shop)
    const records = [shift, closed(shop, shift.body.id), closed(shop, shift.body.id)]
    const answer = await device.upload(records.map(({ type, body }) => device.item(body, { type })))
    expect(
      answer.body.results.map(({ reasons }: { reasons: { code: string }[] }) => reasons[0]?.code),
    ).toEqual([undefined, undefined, 'shift_differs'])
  })

  it('flags a shift closing from another retail point without applying it', async () => {
    const { shop, upload, device } = await shopWithTill()
    const point = await shop.api.post('/api/catalog/retail-points', {
      name: 'Two',
      storeId: shop.storeId,
      priceTypeId: shop.priceTypeId,
    })
    const shift = opened(shop)
    await upload(shift)
    const closing = closed(shop, shift.body.id)
    const elsewhere = { ...closing.body, id: newId(), retailPointId: point.body.id }
    const answer = await device.upload([device.item(elsewhere, { type: closing.type })])
    expect(answer.body.results).toMatchObject([{ result: 'accepted', reasons: [{ code: 'shift_differs' }] }])
    expect((await shop.api.get(`/api/sales/shifts/${shift.body.id}`)).body.closedAt).toBeNull()
    expect(await upload(closing)).toEqual(['accepted'])
    expect((await shop.api.get(`/api/sales/shifts/${shift.body.id}`)).body.totals).toEqual({
      ...TOTALS,
      salesOther: 0,
      returnsOther: 0,
      otherTenders: [],
    })
  })

  it('dates records with an invalid clock by their arrival', async () => {
    const { shop, upload } = await shopWithTill()
    const event = happened(shop)
    expect(await upload({ ...event, body: { ...event.body, happenedAt: '0000-01-01T00:00:00Z' } })).toEqual([
      'accepted',
    ])
    const [item] = await listed(shop, '/api/sales/till-events')
    expect(item.happenedAt).toBe(item.receivedAt)
  })

  it('quarantines unreadable till records', async () => {
    const { shop, upload } = await shopWithTill()
    const movement = moved(shop, newId(), 'In', 5)
    const bad = { ...movement, body: { ...movement.body, amount: -5 } }
    expect(await upload(bad, moved(shop, newId(), 'In', 5), happened(shop))).toEqual([
      'quarantined',
      'accepted',
      'accepted',
    ])
  })

  it('filters till records by retail point, day, shift and kind', async () => {
    const { shop, upload } = await shopWithTill()
    const shift = opened(shop)
    await upload(shift, moved(shop, shift.body.id, 'In', 5), happened(shop), happened(shop, 'cart_cleared'))
    const count = async (path: string) => (await listed(shop, `/api/sales/${path}`)).length
    // In Almaty, 19:30 and 20:00 UTC are on the next day, but 18:00 UTC is not.
    expect(await count('shifts?from=2026-03-10&to=2026-03-10')).toBe(1)
    expect(await count('shifts?to=2026-03-09')).toBe(0)
    expect(await count('cash-movements?from=2026-03-10')).toBe(1)
    expect(await count('cash-movements?to=2026-03-09')).toBe(0)
    expect(await count(`cash-movements?shiftId=${newId()}`)).toBe(0)
    expect(await count('till-events?to=2026-03-09&sort=happenedAt')).toBe(2)
    expect(await count('till-events?kind=cart_cleared')).toBe(1)
    for (const path of ['shifts', 'cash-movements', 'till-events'])
      expect(await count(`${path}?retailPointId=${newId()}`)).toBe(0)
  })

  it.each(['shifts', 'cash-movements', 'till-events', 'shifts/{id}'])(
    'requires the permission for GET %s, and returns no records of other organizations',
    async (path) => {
      const { shop, upload } = await shopWithTill()
      const shift = opened(shop)
      await upload(shift, moved(shop, shift.body.id, 'In', 5), happened(shop))
      const url = `/api/sales/${path.replace('{id}', shift.body.id)}`
      expect((await new ApiClient(door).get(url)).status).toBe(401)
      expect((await (await hire(door, shop, 'Cashier')).get(url)).status).toBe(403)
      expect((await shop.api.get(url)).status).toBe(200)
      const foreign = await (await signUp(door)).api.get(url)
      expect(foreign.body.total ?? foreign.status).toBe(path.includes('{id}') ? 404 : 0)
    },
  )
})
