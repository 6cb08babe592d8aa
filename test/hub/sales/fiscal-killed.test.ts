import { afterAll, beforeAll, expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { type FiscalEmulator, startFiscalEmulator } from '#test/fiscal/emulator/server.ts'
import { createProduct } from '#test/support/device.ts'
import { createTestFolder, type TestFolder } from '#test/support/folders.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { Program } from '#test/support/program.ts'

/** Where the hub is killed, one after the other: between what it has written and asked, or asked and written. */
const POINTS = [
  { path: /\/sell$/, when: 'before' },
  { path: /\/sell$/, when: 'after' },
  { path: /\/report\//, when: 'before' },
  { path: /\/report\//, when: 'after' },
] as const

let emulator: FiscalEmulator
let door: TestHub
let shop: Organization
let folder: TestFolder
let program: Program | undefined
let killed = 0

beforeAll(async () => {
  emulator = await startFiscalEmulator(0, async (when, { path }) => {
    const point = POINTS[killed]
    if (!point?.path.test(path) || point.when !== when) return
    killed += 1
    await program?.kill()
  })
  // What the test asks; the process that sends is another.
  door = await startTestHub({ fiscalEmulatorUrl: emulator.url, runsJobs: false })
  shop = await signUp(door)
  folder = createTestFolder()
})
afterAll(async () => {
  await program?.stop()
  await door?.[Symbol.asyncDispose]()
  await emulator?.[Symbol.asyncDispose]()
  folder?.remove()
})

it('A hub that is killed between any two steps makes one fiscal receipt of each sale', async () => {
  const { updatedAt: _, ...settings } = (await shop.api.get('/api/organization/fiscal')).body
  await shop.api.put('/api/organization/fiscal', { ...settings, cashBox: { provider: 'Emulator' } })
  const productId = await createProduct(shop, { retailPrice: 100, kind: 'Service' })
  const sales: string[] = []
  for (const _point of POINTS) {
    const draft = await shop.api.post('/api/sales/retail', {
      ...{ storeId: shop.storeId, lines: [{ productId, quantity: 1, price: 100 }] },
      payments: [{ type: 'Cash', amount: 100 }],
    })
    expect((await shop.api.post(`/api/sales/retail/${draft.body.id}/post`, {})).status).toBe(200)
    sales.push(draft.body.id)
  }
  await using owner = await door.database.connect()
  const { database, config } = door
  for (let kills = 0; kills <= POINTS.length; kills += 1) {
    program = new Program('hub', {
      ...{ HUB_PORT: '0', DATA_DIR: folder.path, DATABASE_URL: database.ownerUrl, DATABASE_POOL_SIZE: '5' },
      ...{ HUB_SECRET: must(config.secret), PUBLIC_URL: must(config.publicUrl) },
      FISCAL_EMULATOR_URL: emulator.url,
    })
    // It sends at once, and may be dead before it serves.
    await program.start().catch((error: unknown) => {
      if (killed <= kills) throw error
    })
    await expect
      .poll(async () => killed > kills || (await states()).every((state) => state === 'Done'), {
        timeout: 60_000,
      })
      .toBe(true)
    // The time passes in which the process could still be alive.
    await owner.query(`UPDATE fiscal_leases SET until = now() - interval '1 second'`)
    await owner.query('UPDATE fiscal_receipts SET due_at = now()')
  }
  expect(killed).toBe(POINTS.length)
  expect(await states()).toEqual(sales.map(() => 'Done'))
  const { entries } = emulator.atol.books
  expect([...entries.keys()].sort()).toEqual([...sales].sort())
  for (const id of sales) {
    const { body } = await shop.api.get(`/api/sales/fiscal-receipts/${id}`)
    expect(body.sign).toBe(entries.get(id)?.sign)
  }
}, 240_000)

const states = async (): Promise<string[]> => {
  const { items } = (await shop.api.get('/api/sales/fiscal-receipts')).body
  return items.map(({ state }: { state: string }) => state)
}
