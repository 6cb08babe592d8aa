import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { sumDaysUp } from '#hub/day-sums/sum-days-up.ts'
import { startHub } from '#hub/hub.ts'
import { recalculateCosts } from '#hub/ledger/recalculate-costs.ts'
import { enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, useHub } from '#test/support/hub.ts'
import { openDatabase } from '#test/support/people.ts'
import { BASES, type Office, openOffice, stockOf } from './book-keeping.ts'
import { checkedBooks } from './books.ts'
import { done } from './histories.ts'
import { costsWorkedOut } from './reference.ts'

const LIMITS = { replayedAtOnce: 2 }
const SETTINGS = '/api/organization/settings'

describe('documents posted before more movements than are recalculated at once', () => {
  /** Hub that runs no jobs, so that only the tests recalculate costs. */
  const door = useHub({ runsJobs: false, limits: LIMITS })

  const on = (day: number) => new Date(Date.UTC(2026, 2, day, 10)).toISOString()

  async function post(office: Office, base: string, day: number, line: object) {
    const lines = [{ productId: office.tea, ...line }]
    const { id } = await done(office.api.post(base, { ...office.header(base), date: on(day), lines }))
    return office.api.post(`${base}/${id}/post`)
  }

  /**
   * Opens a shop that bought ten pieces at 12 and transferred two to the other store. A receipt, a write-off
   * and another receipt then took one piece each. Seven pieces are left, five of them in the first store.
   */
  async function openShop() {
    const office = await openOffice(door)
    const device = await enrolDevice(door, office.organization)
    const supply = await done(post(office, BASES.supply, 5, { quantity: 10, price: 12 }))
    const transfer = await done(post(office, BASES.transfer, 10, { quantity: 2 }))
    const receipts = [11, 13].map((day) =>
      saleBody(office.organization, [{ productId: office.tea }], { soldAt: on(day) }),
    )
    await device.upload([device.item(receipts[0])])
    const loss = await done(post(office, BASES.loss, 12, { quantity: 1 }))
    await device.upload([device.item(receipts[1])])
    return { office, supply, transfer, loss, receipt: receipts[1] }
  }

  /**
   * Posts a supply of ten pieces at 24 dated between the first supply and the transfer, which makes the
   * average cost 18.
   */
  const supplyBetween = (office: Office) => done(post(office, BASES.supply, 6, { quantity: 10, price: 24 }))

  async function workOut({ organization, tea }: Office): Promise<void> {
    await using database = openDatabase(door, LIMITS)
    const portion = () => database.db.transact(organization.organizationId, (tx) => recalculateCosts(tx, tea))
    while (await portion());
  }

  const rowOf = async ({ api, tea, store }: Office) =>
    (await api.get(`/api/inventory/stock?productId=${tea}&storeId=${store}`)).body.items[0]
  const pendingOf = async (organization: Organization) => (await checkedBooks(door, organization)).pending

  it('posts the document at once and marks the costs of later movements as pending', async () => {
    const { office, transfer, receipt } = await openShop()
    const { api, tea } = office
    const supply = await supplyBetween(office)
    expect(supply).toMatchObject({ status: 'Posted', costSum: 240, costPending: false })
    expect(await rowOf(office)).toMatchObject({ quantity: 15, averageCost: 12, costPending: true })
    expect((await api.get('/api/inventory/stock/totals')).body).toMatchObject({
      quantity: 17,
      costPending: true,
    })
    const { items } = (await api.get(`/api/inventory/movements?productId=${tea}`)).body
    expect(items.map((row: Record<string, unknown>) => [row.costPending, row.averageAfter])).toEqual([
      [true, 12],
      [true, 12],
      [true, 12],
      [true, 12],
      [true, 12],
      [false, 18],
      [false, 12],
    ])
    const pending = { costPending: true, lines: [{ unitCost: 12 }] }
    expect((await api.get(`${BASES.transfer}/${transfer.id}`)).body).toMatchObject(pending)
    expect((await api.get(`/api/sales/retail/${receipt?.id}`)).body).toMatchObject(pending)
    for (const base of [BASES.transfer, '/api/sales/retail'])
      expect((await api.get(base)).body.items[0]).toMatchObject({ costPending: true })
    expect((await api.get(BASES.supply)).body.items[0]).toMatchObject({ costPending: false })
    const stats = (to: string) => api.get(`/api/sales/retail/stats?from=2026-03-01&to=${to}`)
    expect((await stats('2026-03-20')).body.costPending).toBe(true)
    expect((await stats('2026-03-04')).body.costPending).toBe(false)
  })

  it('reports a product with pending costs as pending instead of as a finding', async () => {
    const { office } = await openShop()
    await supplyBetween(office)
    expect(await checkedBooks(door, office.organization)).toMatchObject({
      findingsTotal: 0,
      findings: [],
      pending: [{ productId: office.tea, productName: 'Tea' }],
    })
  })

  it('returns recalculated costs in reports, including days already summed up', async () => {
    const { office } = await openShop()
    const { api, organization } = office
    const sumUp = async () => {
      await using database = openDatabase(door)
      await database.db.transact(organization.organizationId, (tx) =>
        sumDaysUp(
          tx,
          Array.from({ length: 31 }, (_, i) => on(i + 1).slice(0, 10)),
        ),
      )
    }
    const costs = async () =>
      (await done(api.get('/api/reports/profit?from=2026-03-01&to=2026-03-31&groupBy=day'))).items.map(
        ({ key, netCost }: Record<string, unknown>) => [key, netCost],
      )
    const of = (cost: number) => [
      ['2026-03-11', cost],
      ['2026-03-13', cost],
    ]
    await sumUp()
    await supplyBetween(office)
    await sumUp()
    expect(await costs()).toEqual(of(12))
    await workOut(office)
    expect(await costs()).toEqual(of(18))
    await sumUp()
    expect(await costs()).toEqual(of(18))
    expect((await checkedBooks(door, organization)).findings).toEqual([])
  })

  it('calculates the same costs in batches as in a single recalculation', async () => {
    const { office, transfer, loss, receipt } = await openShop()
    const { api } = office
    await supplyBetween(office)
    await workOut(office)
    expect(await rowOf(office)).toMatchObject({ quantity: 15, averageCost: 18, costPending: false })
    expect(await stockOf(office, office.otherStore)).toEqual({ quantity: 2, averageCost: 18 })
    const right = { costPending: false, lines: [{ unitCost: 18 }] }
    expect((await api.get(`${BASES.transfer}/${transfer.id}`)).body).toMatchObject({ ...right, costSum: 36 })
    expect((await api.get(`${BASES.loss}/${loss.id}`)).body).toMatchObject({ ...right, costSum: 18 })
    expect((await api.get(`/api/sales/retail/${receipt?.id}`)).body).toMatchObject(right)
    expect(await checkedBooks(door, office.organization)).toMatchObject({ findings: [], pending: [] })
  })

  it('restores stock and costs when the document is unposted before or after recalculation', async () => {
    const { office } = await openShop()
    for (const isWorkedOut of [false, true]) {
      const { id } = await supplyBetween(office)
      if (isWorkedOut) await workOut(office)
      await done(office.api.post(`${BASES.supply}/${id}/unpost`))
      expect(await rowOf(office)).toMatchObject({ quantity: 5, costPending: true })
      await workOut(office)
      expect(await rowOf(office)).toMatchObject({ quantity: 5, averageCost: 12, costPending: false })
    }
    expect((await checkedBooks(door, office.organization)).findings).toEqual([])
  })

  it('refuses to remove more than is in stock while costs are pending', async () => {
    const { office } = await openShop()
    await supplyBetween(office)
    const short = await post(office, BASES.loss, 7, { quantity: 16 })
    expect(short.body).toMatchObject({
      code: 'insufficient_stock',
      errors: [{ requested: 16, available: 15 }],
    })
    await done(post(office, BASES.loss, 7, { quantity: 15 }))
    expect((await rowOf(office)).quantity).toBe(0)
    expect((await post(office, BASES.loss, 8, { quantity: 1 })).body.errors[0].available).toBe(0)
    await workOut(office)
    expect((await rowOf(office)).quantity).toBe(0)
    expect((await checkedBooks(door, office.organization)).findings).toEqual([])
  })

  it('refuses to unpost a supply whose goods are no longer in stock', async () => {
    const { office, supply } = await openShop()
    const unposted = await office.api.post(`${BASES.supply}/${supply.id}/unpost`)
    expect(unposted.body).toMatchObject({
      code: 'insufficient_stock',
      errors: [{ requested: 10, available: 5 }],
    })
    await supplyBetween(office)
    expect((await office.api.post(`${BASES.supply}/${supply.id}/unpost`)).status).toBe(200)
    await workOut(office)
    expect(await rowOf(office)).toMatchObject({ quantity: 5, averageCost: 24 })
    expect((await checkedBooks(door, office.organization)).findings).toEqual([])
  })

  it('uses current quantities for movements with pending costs', async () => {
    const { office } = await openShop()
    await supplyBetween(office)
    const { id } = await done(post(office, BASES.loss, 12, { quantity: 12 }))
    const { items } = (await office.api.get(`/api/inventory/movements?documentId=${id}`)).body
    expect(items).toMatchObject([{ quantity: -12, balanceAfter: 4, costPending: true }])
    expect((await rowOf(office)).quantity).toBe(3)
    expect((await post(office, BASES.loss, 12, { quantity: 4 })).body.errors[0].available).toBe(3)
  })

  it('keeps the quantity of a stock count while earlier costs are pending', async () => {
    const { office } = await openShop()
    await done(post(office, BASES.inventory, 14, { countedQuantity: 4 }))
    await supplyBetween(office)
    expect((await rowOf(office)).quantity).toBe(4)
    expect((await post(office, BASES.loss, 7, { quantity: 99 })).body.code).toBe('insufficient_stock')
    await done(post(office, BASES.loss, 15, { quantity: 1 }))
    await workOut(office)
    expect((await rowOf(office)).quantity).toBe(3)
    expect((await checkedBooks(door, office.organization)).findings).toEqual([])
  })

  it('counts movements with the same date and time only once', async () => {
    const { office } = await openShop()
    await done(post(office, BASES.supply, 10, { quantity: 10, price: 24 }))
    expect((await rowOf(office)).quantity).toBe(15)
    await workOut(office)
    expect((await rowOf(office)).quantity).toBe(15)
    expect((await checkedBooks(door, office.organization)).findings).toEqual([])
  })

  it('applies movements with the same date and time in posting order after a stock count', async () => {
    const { office } = await openShop()
    await done(post(office, BASES.loss, 14, { quantity: 1 }))
    await done(post(office, BASES.inventory, 14, { countedQuantity: 4 }))
    await done(post(office, BASES.loss, 14, { quantity: 1 }))
    await supplyBetween(office)
    expect((await rowOf(office)).quantity).toBe(3)
    await workOut(office)
    expect((await rowOf(office)).quantity).toBe(3)
    expect((await checkedBooks(door, office.organization)).findings).toEqual([])
  })

  it('lists a pending product once, with its earliest change', async () => {
    const { office } = await openShop()
    await supplyBetween(office)
    await done(post(office, BASES.supply, 4, { quantity: 1, price: 50 }))
    await done(post(office, BASES.loss, 8, { quantity: 1 }))
    const pending = await pendingOf(office.organization)
    expect(pending).toHaveLength(1)
    expect(pending[0]?.from.slice(0, 10)).toBe('2026-03-04')
    await workOut(office)
    expect(await checkedBooks(door, office.organization)).toMatchObject({ findings: [], pending: [] })
  })

  it('continues the recalculation in another process, including documents posted in between', async () => {
    const { office } = await openShop()
    const { organizationId } = office.organization
    await supplyBetween(office)
    const before = await pendingOf(office.organization)
    {
      await using database = openDatabase(door, LIMITS)
      const isMore = await database.db.transact(organizationId, (tx) => recalculateCosts(tx, office.tea))
      expect(isMore).toBe(true)
    }
    const [left] = await pendingOf(office.organization)
    expect(Date.parse(left?.from ?? '')).toBeGreaterThan(Date.parse(before[0]?.from ?? ''))
    expect((await checkedBooks(door, office.organization)).findings).toEqual([])
    await done(post(office, BASES.supply, 4, { quantity: 10, price: 42 }))
    const other = await startHub({ ...door.config, runsJobs: true }, pino({ level: 'silent' }))
    try {
      await using owner = await door.database.connect()
      await costsWorkedOut(owner, organizationId)
    } finally {
      await other.stop()
    }
    expect(await rowOf(office)).toMatchObject({ quantity: 25, averageCost: 26, costPending: false })
    expect(await checkedBooks(door, office.organization)).toMatchObject({ findings: [], pending: [] })
  })

  it('refuses to close a period while its costs are pending', async () => {
    const { office } = await openShop()
    const { api } = office
    await supplyBetween(office)
    const { costMethod: _, ...settings } = (await api.get(SETTINGS)).body
    const refused = await api.put(SETTINGS, { ...settings, closedUntil: '2026-03-20' })
    expect([refused.status, refused.body.code]).toEqual([409, 'costs_pending'])
    expect((await api.get(SETTINGS)).body.closedUntil).toBeNull()
    await workOut(office)
    expect((await api.put(SETTINGS, { ...settings, closedUntil: '2026-03-20' })).status).toBe(200)
  })
})
