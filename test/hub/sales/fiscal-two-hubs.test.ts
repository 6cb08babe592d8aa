import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startHub } from '#hub/hub.ts'
import { newId } from '#shared/std/ids.ts'
import { sleep } from '#shared/std/retry.ts'
import { startFiscalEmulator, type Wire } from '#test/fiscal/emulator/server.ts'
import { createProduct } from '#test/support/device.ts'
import { signUp, startTestHub, type TestHub } from '#test/support/hub.ts'

/** Delay in milliseconds during which the other hub checks the queue several times. */
const SLOW_MS = 600

/**
 * Opens a shop with the emulator as its provider. Returns functions that sell at given prices and read the
 * states of the fiscal receipts.
 */
async function openShop(door: TestHub) {
  const shop = await signUp(door)
  const { api, storeId } = shop
  const { updatedAt: _, ...settings } = (await api.get('/api/organization/fiscal')).body
  await api.put('/api/organization/fiscal', { ...settings, cashBox: { provider: 'Emulator' } })
  const productId = await createProduct(shop, { retailPrice: 100, kind: 'Service' })
  const sell = async (prices: number[]): Promise<string[]> => {
    const sold: string[] = []
    for (const price of prices) {
      const lines = [{ productId, quantity: 1, price }]
      const payments = [{ type: 'Card', amount: price }]
      const { body } = await api.post('/api/sales/retail', { storeId, lines, payments })
      expect((await api.post(`/api/sales/retail/${body.id}/post`, {})).status).toBe(200)
      sold.push(body.id)
    }
    return sold
  }
  const states = async (): Promise<string[]> =>
    (await api.get('/api/sales/fiscal-receipts')).body.items.map(({ state }: Wire) => state)
  return { sell, states }
}

it('sends the fiscal receipts of a cash box one at a time and in order when several hubs run', async () => {
  let underWay = 0
  let most = 0
  const order: string[] = []
  await using emulator = await startFiscalEmulator(0, async (when, { path, body }) => {
    if (!path.includes('/possystem/')) return undefined
    underWay += when === 'before' ? 1 : -1
    most = Math.max(most, underWay)
    if (!path.endsWith('/sell') || when === 'after') return undefined
    order.push(body.external_id)
    await sleep(SLOW_MS)
    return undefined
  })
  await using door = await startTestHub({ fiscalEmulatorUrl: emulator.url })
  const { sell, states } = await openShop(door)
  const second = await startHub(door.config, pino({ level: 'silent' }))
  try {
    // The gateway fails at the first attempt for the first receipt.
    const sold = await sell([100.08, 100, 100, 100, 100])
    await expect.poll(states).toEqual(sold.map(() => 'Done'))
    expect([most, order]).toEqual([1, [sold[0], ...sold]])
  } finally {
    await second.stop()
  }
})

it('stops sending and saving results when another hub has taken over the cash box', async () => {
  const order: string[] = []
  let takeOver = async (): Promise<void> => undefined
  await using emulator = await startFiscalEmulator(0, async (when, { path, body }) => {
    if (!path.endsWith('/sell') || when === 'after') return undefined
    if (order.push(body.external_id) === 1) await takeOver()
    return undefined
  })
  await using door = await startTestHub({ fiscalEmulatorUrl: emulator.url })
  await using owner = await door.database.connect()
  const { sell, states } = await openShop(door)
  const taken = Promise.withResolvers<void>()
  const both = Promise.withResolvers<void>()
  takeOver = async () => {
    await both.promise
    await owner.query(`UPDATE fiscal_leases SET holder = $1, until = now() + interval '1 hour'`, [newId()])
    taken.resolve()
  }
  const sold = await sell([100, 100])
  both.resolve()
  await taken.promise
  // Without the takeover, the hub would have sent the second receipt by this time.
  await sleep(2 * SLOW_MS)
  expect([order, await states()]).toEqual([[sold[0]], ['Waiting', 'Sending']])
  await owner.query(`UPDATE fiscal_leases SET until = now() - interval '1 second'`)
  await expect.poll(states).toEqual(['Done', 'Done'])
  // At this provider, looking a receipt up means sending it again with the same id.
  expect(order).toEqual([sold[0], ...sold])
  expect([...emulator.atol.books.entries.keys()]).toEqual(sold)
})
