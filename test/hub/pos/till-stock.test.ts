import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import { BASES, type Office, openOffice } from '#test/hub/documents/book-keeping.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { startTestHub, useHub } from '#test/support/hub.ts'
import { idsOf, TillReplica } from './till-replica.ts'

/** Time-out shorter than that of a test, so that a failure shows what was awaited. */
const patience = { timeout: 90_000 }

// Each test waits for the publisher. Running the tests concurrently shares that wait.
describe.concurrent('stock at tills', () => {
  const door = useHub()

  /** Enrolls a till at a retail point with the given settings. */
  async function openTill(office: Office, settings: object) {
    await changePoint(office, settings)
    const device = await enrolDevice(door, office.organization)
    return { device, till: new TillReplica(device) }
  }

  async function changePoint({ api, organization }: Office, settings: object) {
    const path = `/api/catalog/retail-points/${organization.retailPointId}`
    const { id: _, createdAt: __, updatedAt: ___, ...point } = (await api.get(path)).body
    const answer = await api.put(path, { ...point, ...settings })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }

  async function enter({ api }: Office, storeId: string, quantities: Record<string, number>) {
    const lines = Object.entries(quantities).map(([productId, quantity]) => ({
      productId,
      quantity,
      price: 5,
    }))
    const { body } = await api.post(BASES.enter, { storeId, lines })
    expect((await api.post(`${BASES.enter}/${body.id}/post`)).status).toBe(200)
  }

  const stockAt = (till: TillReplica): Record<string, number> =>
    Object.fromEntries(
      [...till.of('stock')].map(([id, value]) => [id, (value as { quantity: number }).quantity]),
    )

  /** Returns `isStockKnown` of the settings, which is true once all stock has been sent. */
  const isKnown = (till: TillReplica): unknown =>
    Object.entries(must([...till.of('settings').values()][0])).find(([name]) => name === 'isStockKnown')?.[1]

  const expectKnown = (till: TillReplica) =>
    vi.waitFor(async () => {
      await till.sync({ wait: '2' })
      expect(isKnown(till)).toBe(true)
    }, patience)

  /** Synchronizes the till until it stores the given stock. */
  async function expectPublished(till: TillReplica, stock: Record<string, number>) {
    await vi.waitFor(async () => {
      await till.sync({ wait: '2' })
      expect(stockAt(till)).toEqual(stock)
    }, patience)
  }

  it('sends the stock of the store to a retail point that controls stock', async () => {
    const office = await openOffice(door)
    const { tea, store, otherStore, organization } = office
    const coffee = await createProduct(organization, { name: 'Coffee' })
    await enter(office, store, { [tea]: 7 })
    await enter(office, otherStore, { [coffee]: 9 })
    const { till, device } = await openTill(office, { controlStock: true })
    await till.sync()
    expect(isKnown(till)).toBe(false)
    await expectPublished(till, { [tea]: 7 })
    await expectKnown(till)
    await enter(office, store, { [tea]: 2, [coffee]: 2 })
    await expectPublished(till, { [tea]: 9, [coffee]: 2 })
    await device.upload([device.item(saleBody(organization, [{ productId: coffee, quantity: 2 }]))])
    await expectPublished(till, { [tea]: 9 })
    await device.upload([device.item(saleBody(organization, [{ productId: coffee, quantity: 1 }]))])
    await expectPublished(till, { [tea]: 9, [coffee]: -1 })
    await till.expectComplete()
    expect((await till.sync({ digest: 'true' })).footer.digest).toEqual(till.digest())
  })

  it('sends no stock to a retail point that does not use it', async () => {
    const office = await openOffice(door)
    const { till, device } = await openTill(office, { controlStock: false, onlyInStock: false })
    await enter(office, office.store, { [office.tea]: 7 })
    await till.sync()
    const other = await openOffice(door)
    const informed = await openTill(other, { onlyInStock: true })
    await enter(other, other.store, { [other.tea]: 3 })
    await informed.till.sync()
    // From here on, the publisher has run.
    await expectPublished(informed.till, { [other.tea]: 3 })
    await device.download(`?cursor=${till.cursor}`)
    expect((await till.sync()).lines).toEqual([])
    expect(stockAt(till)).toEqual({})
  })

  it('replaces the stock when the retail point changes its store, and removes unused stock', async () => {
    const office = await openOffice(door)
    const { tea, store, otherStore, organization } = office
    const coffee = await createProduct(organization, { name: 'Coffee' })
    await enter(office, store, { [tea]: 7 })
    await enter(office, otherStore, { [coffee]: 9 })
    const { till } = await openTill(office, { controlStock: true })
    await till.sync()
    await expectPublished(till, { [tea]: 7 })
    await changePoint(office, { storeId: otherStore })
    await expectPublished(till, { [coffee]: 9 })
    await till.expectComplete()
    await changePoint(office, { controlStock: false })
    await till.sync()
    expect(stockAt(till)).toEqual({})
    await changePoint(office, { onlyInStock: true })
    await till.sync()
    expect(stockAt(till)).toEqual({ [coffee]: 9 })
  })

  it('repairs a stock bucket on request', async () => {
    const office = await openOffice(door)
    await enter(office, office.store, { [office.tea]: 7 })
    const { till } = await openTill(office, { controlStock: true })
    await till.sync()
    await expectPublished(till, { [office.tea]: 7 })
    till.of('stock').clear()
    const { lines } = await till.sync({ repair: `stock:${office.tea.slice(-2)}` })
    expect(lines).toMatchObject([
      { t: 'stock', op: 'empty' },
      { t: 'stock', op: 'put', v: { quantity: 7 } },
    ])
  })

  it('wakes no waiting till of another store', async () => {
    const office = await openOffice(door)
    const { till } = await openTill(office, { controlStock: true })
    const point = await office.api.post('/api/catalog/retail-points', {
      name: 'Two',
      storeId: office.otherStore,
      priceTypeId: office.organization.priceTypeId,
      onlyInStock: true,
    })
    const other = new TillReplica(await enrolDevice(door, office.organization, point.body.id))
    for (const each of [till, other]) await each.sync()
    await expectKnown(till)
    await expectKnown(other)
    // The stock of the other store arrives in a separate download.
    await other.sync()
    let isAnswered = false
    const waiting = other.sync({ wait: '15' }).then((answer) => {
      isAnswered = true
      return answer
    })
    await enter(office, office.store, { [office.tea]: 1 })
    await expectPublished(till, { [office.tea]: 1 })
    expect(isAnswered).toBe(false)
    await enter(office, office.otherStore, { [office.tea]: 2 })
    expect(idsOf((await waiting).lines)).toEqual([office.tea])
  })

  it('includes the changes of a transaction that began before the store was first published', async () => {
    const office = await openOffice(door)
    await enter(office, office.store, { [office.tea]: 7 })
    const early = new pg.Client({ connectionString: door.database.ownerUrl })
    await early.connect()
    try {
      await early.query('BEGIN')
      await early.query(`SET LOCAL app.organization_id = '${office.organization.organizationId}'`)
      await early.query(`UPDATE stock_balances SET quantity = 4000 WHERE product_id = $1`, [office.tea])
      const { till } = await openTill(office, { controlStock: true })
      await till.sync()
      await using _other = await startTestHub({ databaseUrl: door.database.hubUrl })
      await vi.waitFor(async () => {
        const noticed = 'SELECT noticed_by FROM till_stock_stores WHERE store_id = $1'
        const { rows } = await early.query(noticed, [office.store])
        expect(must(rows[0]).noticed_by).not.toBeNull()
      }, patience)
      // Waits for the publisher to run once more.
      await sleep(6000)
      await early.query('COMMIT')
      await expectPublished(till, { [office.tea]: 4 })
    } finally {
      await early.end()
    }
  })

  it('publishes correct stock when two hubs run', async () => {
    const office = await openOffice(door)
    const products = [office.tea]
    for (let n = 0; n < 9; n++) products.push(await createProduct(office.organization))
    const { till, device } = await openTill(office, { controlStock: true })
    await using _other = await startTestHub({ databaseUrl: door.database.hubUrl })
    await till.sync()
    const stock: Record<string, number> = {}
    for (let round = 0; round < 20; round++) {
      const sold = products.slice(round % 5, (round % 5) + 5)
      const items = sold.map((productId) =>
        device.item(saleBody(office.organization, [{ productId, quantity: round + 1 }])),
      )
      expect((await device.upload(items)).status).toBe(200)
      for (const id of sold) stock[id] = (stock[id] ?? 0) - round - 1
      if (round % 5 === 4) await till.sync({ wait: '1' })
    }
    await expectPublished(till, stock)
    await till.expectComplete()
  })
})
