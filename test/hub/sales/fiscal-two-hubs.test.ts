import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startHub } from '#hub/hub.ts'
import { newId } from '#shared/std/ids.ts'
import { sleep } from '#shared/std/retry.ts'
import { startFiscalEmulator, type Wire } from '#test/fiscal/emulator/server.ts'
import { createProduct } from '#test/support/device.ts'
import { signUp, startTestHub, type TestHub } from '#test/support/hub.ts'

/** Long enough for the other hub to look at the queue several times. */
const SLOW_MS = 600

/**
 * Opens a shop whose sales go to the emulator. Returns functions to sell at given prices and to read the
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

it('sends fiscal receipts of one cash box one at a time and in order, however many hubs run, and lets none pass a waiting one', async () => {
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
    // The first receipt is lost by a gateway at first.
    const sold = await sell([100.08, 100, 100, 100, 100])
    await expect.poll(states).toEqual(sold.map(() => 'Done'))
    expect([most, order]).toEqual([1, [sold[0], ...sold]])
  } finally {
    await second.stop()
  }
})

it('stops sending and writing results when another hub has taken over the cash box', async () => {
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
  // By then the hub would have sent the second receipt.
  await sleep(2 * SLOW_MS)
  expect([order, await states()]).toEqual([[sold[0]], ['Waiting', 'Sending']])
  await owner.query(`UPDATE fiscal_leases SET until = now() - interval '1 second'`)
  await expect.poll(states).toEqual(['Done', 'Done'])
  // The look-up at this provider sends the receipt again with its id.
  expect(order).toEqual([sold[0], ...sold])
  expect([...emulator.atol.books.entries.keys()]).toEqual(sold)
})
