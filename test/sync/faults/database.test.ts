import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HUB_ROLE, startEmbeddedPostgres } from '#hub/db/embedded-postgres.ts'
import { migrate } from '#hub/db/migrate.ts'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import { createProduct } from '#test/support/device.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { freePort } from '#test/support/ports.ts'
import { openTestShop } from '#test/support/shop.ts'
import { until } from '#test/support/until.ts'
import { expectEachOnce, postWhatIsHeld, sellWhile, uploaded } from './selling.ts'

it('receives each sale once while database connections are cut', async () => {
  await using shop = await openTestShop()
  const tea = await createProduct(shop.organization)
  const tills = [await (await shop.openAgent()).till(), await (await shop.openAgent()).till()]
  await using owner = await shop.door.database.connect()
  const cutting = async (): Promise<void> => {
    for (let i = 0; i < 15; i += 1) {
      await sleep(20 + Math.random() * 80)
      await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      )
    }
  }
  const receipts = await sellWhile(tills, tea, cutting())
  await uploaded(...tills)
  // The sweep posts stored uploads whose connection was cut before they were posted.
  await postWhatIsHeld(shop)
  await expectEachOnce(shop.organization, tea, receipts)
})

it('receives each sale once while PostgreSQL is restarted', async () => {
  using folder = createTestFolder()
  const options = {
    dataDir: join(folder.path, 'postgres'),
    port: await freePort(),
    settings: { fsync: 'off', autovacuum: 'off' },
  }
  await using resources = new AsyncDisposableStack()
  let server = await startEmbeddedPostgres(options)
  resources.defer(() => server.stop())
  await migrate(server.url, HUB_ROLE)
  await using shop = await openTestShop({ databaseUrl: server.hubUrl })
  const tea = await createProduct(shop.organization, { name: 'Tea' })
  const till = await (await shop.openAgent()).till()
  await till.expect('POST', '/shift/open', { openingCash: 0 })
  const restarting = async (): Promise<void> => {
    await server.stop()
    await until('the till has noticed', async () => (await till.status()).connection !== 'online')
    server = await startEmbeddedPostgres(options)
  }
  const receipts = await sellWhile([till], tea, restarting())
  await uploaded(till)
  await expectEachOnce(shop.organization, tea, receipts)
  await shop.organization.api.patch(`/api/catalog/products/${tea}/price`, { retailPrice: 120 })
  await until('the price has come', async () => must((await till.search('tea')).items[0]).price === 120)
})

it('sends a change to tills while another transaction stays open', async () => {
  await using shop = await openTestShop()
  const [tea, coffee] = [
    await createProduct(shop.organization, { name: 'Tea' }),
    await createProduct(shop.organization, { name: 'Coffee' }),
  ]
  const till = await (await shop.openAgent()).till()
  await using owner = await shop.door.database.connect()
  await owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await owner.query(`SET LOCAL app.organization_id = '${shop.organization.organizationId}'`)
  await owner.query('UPDATE products SET description = name WHERE id = $1', [tea])
  await shop.organization.api.patch(`/api/catalog/products/${coffee}/price`, { retailPrice: 120 })
  await until('the price has come', async () => must((await till.search('coffee')).items[0]).price === 120)
  await owner.query('ROLLBACK')
  expect(must((await till.search('tea')).items[0]).price).toBe(100)
})
