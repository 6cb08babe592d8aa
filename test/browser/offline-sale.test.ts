import { expect, it } from 'vitest'
import { HeadOffice, PIN } from '#lab/replay/head-office.ts'
import type { TillStatus } from '#shared/contracts/till/till.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { freePort } from '#test/support/ports.ts'
import { createTestDatabase } from '#test/support/postgres.ts'
import { Program } from '#test/support/program.ts'
import { until } from '#test/support/until.ts'
import { TillPage } from './till.ts'

const BARCODE = '4006381333931'

/** End-to-end test with real processes: the hub is killed without warning, and a browser shows the till. */
it('posts exactly once a sale that was made while the hub was down', async () => {
  await using resources = new AsyncDisposableStack()
  const database = resources.use(await createTestDatabase())
  const folder = resources.use(createTestFolder())
  const hub = new Program('hub', {
    HUB_PORT: String(await freePort()),
    DATABASE_URL: database.hubUrl,
    DATA_DIR: folder.path,
  })
  resources.defer(() => hub.stop())
  await hub.start()
  const office = new HeadOffice(hub.url)
  const shop = await office.openShop()
  const tea = await office.createProduct({
    name: 'Green tea',
    retailPrice: 9.5,
    barcodes: [{ value: BARCODE, type: 'Ean13' }],
  })
  const edge = new Program('edge', {
    EDGE_PORT: String(await freePort()),
    DATA_DIR: folder.path,
    HUB_URL: hub.url,
    EDGE_PAIRING_CODE: await office.pairingCode(),
  })
  resources.defer(() => edge.stop())
  await edge.start()
  const browser = resources.use(await openBrowser())
  const till = new TillPage(
    await browser.newPage({ viewport: { width: 1024, height: 768 }, locale: 'en-GB' }),
  )
  await till.open(edge.url)
  await till.signIn('Replay', PIN)

  await till.scan(BARCODE)
  await till.cartLine('Green tea').waitFor()
  await till.button(/^Pay/).click()
  await till.openShift('£50.00', '1')
  await till.page.keyboard.press('Escape')
  const online = await till.payExactly()
  await till.newSale()
  await until('the hub has it', async () => {
    const status = await fetch(`${edge.url}/api/till/v1/status`)
    return ((await status.json()) as TillStatus).upload.waiting === 0
  })

  await hub.kill()
  await till.scan(BARCODE)
  await till.scan(BARCODE)
  await till.page.getByRole('button', { name: 'Change quantity, now 2' }).waitFor()
  await till.page.reload()
  await till.page.getByRole('button', { name: 'Change quantity, now 2' }).waitFor()
  await edge.kill()
  await edge.start()
  await till.page.getByRole('button', { name: 'Change quantity, now 2' }).waitFor()
  const offline = await till.payExactly()
  expect([online, offline]).toEqual(['A1-000001', 'A1-000002'])
  await till.button(/1 to send/).waitFor()

  await hub.start()
  await until('nothing waiting', async () => (await till.button(/to send/).count()) === 0)
  const { items } = await office.get<{ items: { receiptNumber: string; sum: number }[] }>(
    '/api/sales/retail?sort=receivedAt',
  )
  expect(items.map(({ receiptNumber, sum }) => [receiptNumber, sum])).toEqual([
    [online, 9.5],
    [offline, 19],
  ])
  const stock = await office.get<{ items: unknown[] }>(
    `/api/inventory/stock?storeId=${shop.storeId}&stockMode=nonEmpty`,
  )
  expect(stock.items).toMatchObject([{ productId: tea, quantity: -3 }])
})
