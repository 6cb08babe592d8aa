import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { voucherTagOf } from '#shared/loyalty/voucher-tag.ts'
import type { ReplicaVoucher } from '#shared/sync/download.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { signUp, useHub } from '#test/support/hub.ts'
import { TillReplica } from './till-replica.ts'

/** Time-out shorter than that of a test, so that a failure shows what was awaited. */
const patience = { timeout: 90_000 }
const VOUCHERS = '/api/loyalty/vouchers'
const DAY_MS = 24 * 60 * 60_000

// Each test waits for the publisher. Running the tests concurrently shares that wait.
describe.concurrent('gift vouchers at tills', () => {
  const door = useHub()

  async function openShop() {
    const shop = await signUp(door)
    const device = await enrolDevice(door, shop)
    const till = new TillReplica(device)
    await till.sync()
    const issue = async (more: object = {}): Promise<{ id: string; number: string }> =>
      (await shop.api.post(`${VOUCHERS}/issue`, { amount: 100, ...more })).body
    const productId = await createProduct(shop, { kind: 'Service', retailPrice: 100 })
    const upload = async (sale: object) => {
      const body = saleBody(shop, [{ productId, price: 100 }], { ...sale })
      expect((await device.upload([device.item(body)])).body.results).toMatchObject([{ result: 'accepted' }])
      return body
    }
    const pay = (reference: string, amount: number) =>
      upload({
        payments: [
          { type: 'GiftCard', amount, reference },
          ...(amount < 100 ? [{ type: 'Cash', amount: 100 - amount }] : []),
        ],
      })
    return { shop, device, till, issue, upload, pay }
  }

  const voucherAt = (till: TillReplica, id: string) =>
    till.of('voucher').get(id) as ReplicaVoucher | undefined

  /**
   * Synchronizes the till until it stores the voucher with the given values or, for undefined values, no
   * longer stores it.
   */
  const expectHeld = (till: TillReplica, id: string, held: Partial<ReplicaVoucher> | undefined) =>
    vi.waitFor(async () => {
      await till.sync({ wait: '2' })
      if (held) expect(voucherAt(till, id)).toMatchObject(held)
      else expect(voucherAt(till, id)).toBeUndefined()
    }, patience)

  it('sends vouchers with their balance and a hash of their number, and removes deleted ones', async () => {
    const { shop, till, issue, pay } = await openShop()
    const expiresAt = new Date(Date.now() + 90 * DAY_MS).toISOString()
    const [one, other] = [await issue({ number: 'Gift 7', expiresAt }), await issue()]
    await expectHeld(till, one.id, { isBlocked: false, expiresAt, balance: 100 })
    await expectHeld(till, other.id, {
      tag: voucherTagOf(shop.organizationId, other.number),
      expiresAt: null,
    })
    expect(voucherAt(till, one.id)?.tag).toBe(voucherTagOf(shop.organizationId, ' gIFT7'))
    expect(JSON.stringify([...till.of('voucher').values()])).not.toMatch(new RegExp(`7"|${other.number}`))
    await pay('gift7', 60)
    await vi.waitFor(async () => {
      const { lines } = await till.sync({ wait: '2' })
      const received = lines.filter(({ t }) => t === 'voucher')
      expect(received.length).toBeLessThanOrEqual(1)
      expect(voucherAt(till, one.id)).toMatchObject({ balance: 40 })
    }, patience)
    await till.expectComplete()
    const { footer } = await till.sync({ digest: 'true' })
    expect(footer.digest).toEqual(till.digest())
    expect((await shop.api.delete(`${VOUCHERS}/${other.id}`)).status).toBe(204)
    await expectHeld(till, other.id, undefined)
    await till.expectComplete()
  })

  it('sends empty and blocked vouchers for 30 days, so that tills can explain a refusal, and then removes them', async () => {
    const { shop, till, issue, pay } = await openShop()
    const [empty, blocked, good] = [await issue(), await issue(), await issue()]
    await pay(empty.number, 100)
    await shop.api.post(`${VOUCHERS}/${blocked.id}/block`, { reason: 'Lost by Dana' })
    await expectHeld(till, empty.id, { balance: 0 })
    await expectHeld(till, blocked.id, { isBlocked: true, balance: 100 })
    expect(JSON.stringify([...till.of('voucher').values()])).not.toContain('Dana')
    const days = await owner(
      `SELECT round(extract(epoch FROM due_at - now()) / 86400)::int AS days FROM till_vouchers
       WHERE id IN ('${empty.id}', '${blocked.id}')`,
    )
    expect(days).toEqual([{ days: 30 }, { days: 30 }])
    await owner(`
      UPDATE gift_vouchers SET blocked_at = now() - interval '31 days' WHERE id = '${blocked.id}';
      UPDATE gift_voucher_entries SET at = now() - interval '31 days' WHERE voucher_id = '${empty.id}';
      UPDATE till_vouchers SET due_at = now() WHERE id IN ('${empty.id}', '${blocked.id}')`)
    await expectHeld(till, empty.id, undefined)
    await expectHeld(till, blocked.id, undefined)
    expect(voucherAt(till, good.id)).toMatchObject({ balance: 100 })
    await till.expectComplete()
    await shop.api.post(`${VOUCHERS}/${blocked.id}/unblock`, {})
    await expectHeld(till, blocked.id, { isBlocked: false, balance: 100 })
  })

  it('omits vouchers that expired more than 30 days ago, and includes vouchers sold by tills', async () => {
    const { till, issue, upload } = await openShop()
    const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
    const [recent, old, last] = [
      await issue({ expiresAt: at(-2) }),
      await issue({ expiresAt: at(-31) }),
      await issue(),
    ]
    await expectHeld(till, last.id, { balance: 100 })
    expect(voucherAt(till, recent.id)).toMatchObject({ balance: 100 })
    expect(voucherAt(till, old.id)).toBeUndefined()
    await upload({
      vouchers: [{ number: 'sold here', amount: 25, isReload: false }],
      payments: [{ type: 'Cash', amount: 125 }],
    })
    await vi.waitFor(async () => {
      await till.sync({ wait: '2' })
      expect([...till.of('voucher').values()]).toContainEqual(expect.objectContaining({ balance: 25 }))
    }, patience)
  })

  it('sends vouchers only within their organization', async () => {
    const [one, two] = [await openShop(), await openShop()]
    const [mine, theirs] = [await one.issue({ number: 'same' }), await two.issue({ number: 'same' })]
    await expectHeld(one.till, mine.id, { balance: 100 })
    await expectHeld(two.till, theirs.id, { balance: 100 })
    expect([one.till.of('voucher').size, two.till.of('voucher').size]).toEqual([1, 1])
    // The hashes do not allow comparing vouchers of two organizations.
    expect(voucherAt(one.till, mine.id)?.tag).not.toBe(voucherAt(two.till, theirs.id)?.tag)
  })

  it('includes gift vouchers in JSON pages', async () => {
    const { device, till, issue } = await openShop()
    const { id } = await issue()
    await expectHeld(till, id, { balance: 100 })
    const page = (await device.api.with({ Accept: 'application/json' }).get('/api/pos/v1/sync')).body
    expect(page.vouchers).toMatchObject([{ id, isBlocked: false, balance: 100 }])
    expect(page.deleted.vouchers).toEqual([])
  })

  async function owner(sql: string): Promise<{ days?: number }[]> {
    const client = new pg.Client({ connectionString: door.database.ownerUrl })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
})
