import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import type { ReplicaCard } from '#shared/sync/download.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { TillReplica } from './till-replica.ts'

/** Time-out shorter than that of a test, so that a failure shows what was awaited. */
const patience = { timeout: 90_000 }

// Each test waits for the publisher. Running the tests concurrently shares that wait.
describe.concurrent('loyalty cards at tills', () => {
  const door = useHub()

  async function openShop(program: object = {}) {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const body = { name: newId(), kind: 'Bonus', earnPercent: 10, ...program }
    const { id: programId } = (await shop.api.post('/api/loyalty/programs', body)).body
    const till = new TillReplica(device)
    await till.sync()
    const issue = async (more: object = {}): Promise<string> =>
      (await shop.api.post('/api/loyalty/cards/issue', { cardNumber: newId(), programId, ...more })).body.id
    const productId = await createProduct(shop, { kind: 'Service', retailPrice: 100 })
    const sell = async (loyaltyCardId: string) => {
      const sale = saleBody(shop, [{ productId, price: 100 }], { loyaltyCardId })
      expect((await device.upload([device.item(sale)])).body.results).toMatchObject([{ result: 'accepted' }])
    }
    return { shop, device, programId, till, issue, sell }
  }

  const cardAt = (till: TillReplica, id: string) => till.of('card').get(id) as ReplicaCard | undefined

  /**
   * Synchronizes the till until it stores the card with the given values or, for undefined values, no longer
   * stores it.
   */
  const expectHeld = (till: TillReplica, id: string, held: Partial<ReplicaCard> | undefined) =>
    vi.waitFor(async () => {
      await till.sync({ wait: '2' })
      if (held) expect(cardAt(till, id)).toMatchObject(held)
      else expect(cardAt(till, id)).toBeUndefined()
    }, patience)

  it('sends the holder and the balance of a card, and removes deleted cards', async () => {
    const { shop, programId, till, issue } = await openShop()
    const expiresAt = '2031-01-01T00:00:00.000Z'
    const holder = { customerName: 'Dana Akhmetova', phone: '8 701 123 45 67', expiresAt }
    const id = await issue({ cardNumber: '29 00 A', ...holder })
    await expectHeld(till, id, {
      cardNumber: '29 00 A',
      programId,
      customerId: null,
      ...holder,
      phoneNumber: '+77011234567',
      isBlocked: false,
      turnover: 0,
      balance: 0,
    })
    await shop.api.post(`/api/loyalty/cards/${id}/block`, { reason: 'Lost' })
    await expectHeld(till, id, { isBlocked: true })
    expect(JSON.stringify(cardAt(till, id))).not.toContain('Lost')
    await till.expectComplete()
    const { footer } = await till.sync({ digest: 'true' })
    expect(footer.digest).toEqual(till.digest())
    expect((await shop.api.delete(`/api/loyalty/cards/${id}`)).status).toBe(204)
    await expectHeld(till, id, undefined)
    await till.expectComplete()
  })

  it('sends the turnover and points of a sale without waking waiting tills', async () => {
    const { shop, till, issue, sell } = await openShop()
    // A sale wakes the tills of its store by its receipt, so this till is in another store.
    const far = new TillReplica(await enrolElsewhere(shop))
    const id = await issue()
    await expectHeld(far, id, { balance: 0 })
    const waiting = far.sync({ wait: '25' })
    await sell(id)
    await vi.waitFor(async () => {
      await till.sync()
      expect(cardAt(till, id)).toMatchObject({ turnover: 100, balance: 10 })
    }, patience)
    // A price change wakes all tills, and they receive the card changes as well.
    const productId = await createProduct(shop, { retailPrice: 5 })
    await waiting
    expect(far.of('product').has(productId)).toBe(true)
    expect(cardAt(far, id)).toMatchObject({ turnover: 100, balance: 10 })
  })

  it('updates cards when points become available, and plans an update for the end of the accumulation period', async () => {
    const { shop, till, issue, sell } = await openShop({ activationDelayDays: 1 })
    const id = await issue()
    await sell(id)
    await expectHeld(till, id, { turnover: 100, balance: 0 })
    await owner(`UPDATE loyalty_points SET available_from = now() - interval '1 s' WHERE card_id = '${id}'`)
    await owner(`UPDATE till_cards SET due_at = now() WHERE id = '${id}'`)
    await expectHeld(till, id, { balance: 10 })

    const { programId: _, ...levels } = await openShop({
      kind: 'Accumulative',
      accumulationPeriodDays: 30,
      levels: [{ fromAmount: 50, percent: 5 }],
    })
    const accumulating = await levels.issue()
    await levels.sell(accumulating)
    await expectHeld(levels.till, accumulating, { turnover: 100 })
    const [row] = await dueOf(accumulating)
    expect(row?.days).toBe(30)
    expect(shop.organizationId).not.toBe(levels.shop.organizationId)
  })

  it('sends cards only within their organization', async () => {
    const [one, two] = [await openShop(), await openShop()]
    const id = await two.issue()
    await expectHeld(two.till, id, { balance: 0 })
    await one.till.sync()
    expect(one.till.of('card').size).toBe(0)
  })

  it('includes loyalty cards in JSON pages', async () => {
    const { device, till, issue } = await openShop()
    const id = await issue({ cardNumber: '777' })
    await expectHeld(till, id, { balance: 0 })
    const page = (await device.api.with({ Accept: 'application/json' }).get('/api/pos/v1/sync')).body
    expect(page.cards).toMatchObject([{ id, cardNumber: '777', balance: 0 }])
    expect(page.deleted.cards).toEqual([])
  })

  async function enrolElsewhere(shop: Organization) {
    const storeId = (await shop.api.post('/api/catalog/stores', { name: 'Branch' })).body.id
    const point = { name: 'Branch', storeId, priceTypeId: shop.priceTypeId }
    return enrolDevice(door, shop, (await shop.api.post('/api/catalog/retail-points', point)).body.id)
  }

  async function owner(sql: string): Promise<{ days?: number }[]> {
    const client = new pg.Client({ connectionString: door.database.ownerUrl })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  const dueOf = (id: string) =>
    owner(
      `SELECT round(extract(epoch FROM due_at - now()) / 86400)::int AS days FROM till_cards WHERE id = '${id}'`,
    )
})
