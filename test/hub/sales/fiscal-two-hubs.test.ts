import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startHub } from '#hub/hub.ts'
import { sleep } from '#shared/std/retry.ts'
import { startFiscalEmulator } from '#test/fiscal/emulator/server.ts'
import { createProduct } from '#test/support/device.ts'
import { signUp, startTestHub } from '#test/support/hub.ts'

/** Long enough for the other hub to look at the queue some times. */
const SLOW_MS = 600
const SALES = 5

it('fiscal receipts of one cash box are sent one at a time and in order, however many hubs are at it: what waits lets nothing pass', async () => {
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
  const { api, storeId, ...shop } = await signUp(door)
  const { updatedAt: _, ...settings } = (await api.get('/api/organization/fiscal')).body
  await api.put('/api/organization/fiscal', { ...settings, cashBox: { provider: 'Emulator' } })
  const productId = await createProduct({ api, storeId, ...shop }, { retailPrice: 100, kind: 'Service' })
  const second = await startHub(door.config, pino({ level: 'silent' }))
  try {
    const sold: string[] = []
    for (let i = 0; i < SALES; i += 1) {
      // The first is lost by a gateway at first.
      const price = i === 0 ? 100.08 : 100
      const lines = [{ productId, quantity: 1, price }]
      const payments = [{ type: 'Card', amount: price }]
      const { body } = await api.post('/api/sales/retail', { storeId, lines, payments })
      expect((await api.post(`/api/sales/retail/${body.id}/post`, {})).status).toBe(200)
      sold.push(body.id)
    }
    const states = async (): Promise<string[]> =>
      (await api.get('/api/sales/fiscal-receipts')).body.items.map(({ state }: { state: string }) => state)
    await expect.poll(states).toEqual(sold.map(() => 'Done'))
    expect([most, order]).toEqual([1, [sold[0], ...sold]])
  } finally {
    await second.stop()
  }
})
