import { BlobReader, type FileEntry, TextWriter, ZipReader } from '@zip.js/zip.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Manifest } from '#hub/features/data/export/manifest.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { createProduct, enrolDevice, saleBody } from '#test/support/device.ts'
import { createTestFolder, type TestFolder } from '#test/support/folders.ts'
import { type Organization, signUp, startTestHub, type TestHub } from '#test/support/hub.ts'
import { Program } from '#test/support/program.ts'
import { until } from '#test/support/until.ts'

const MANY_PRODUCTS = 5000
/** Product with the last id, code and external code. It is deleted with the last batch, for any order of deletion. */
const LAST = { id: 'ffffffff-ffff-4fff-bfff-ffffffffffff', code: '~', external_code: '~' }
/** Points at which the process is killed, each with a lock and the statement that waits for it. */
const POINTS = [
  {
    when: 'the export is being written',
    lock: 'LOCK TABLE retail_sale_lines IN ACCESS EXCLUSIVE MODE',
    waits: '%jsonb_build_object%retail_sale_lines%',
  },
  {
    when: 'some rows are deleted',
    lock: `SELECT FROM products WHERE organization_id = $1 AND code = '~' FOR UPDATE`,
    waits: '%cleanup_portion%',
  },
  {
    when: 'all rows are deleted, and tills are not told',
    lock: 'SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE',
    waits: 'update "organizations"%',
  },
]

let door: TestHub
let shop: Organization
let folder: TestFolder
let program: Program | undefined

beforeAll(async () => {
  // This hub only serves the requests of the test. Another process runs the cleanup.
  door = await startTestHub({ runsJobs: false, lockTimeoutMs: 60_000 })
  shop = await signUp(door)
  folder = createTestFolder()
})
afterAll(async () => {
  await program?.stop()
  await door?.[Symbol.asyncDispose]()
  folder?.remove()
})

it('continues a cleanup killed at any point, with a complete export and without losing a sale', async () => {
  const { api, organizationId } = shop
  const tea = await createProduct(shop, { name: 'Tea' })
  const device = await enrolDevice(door, shop)
  const sold = saleBody(shop, [{ productId: tea }])
  expect((await device.upload([device.item(sold)])).body.results).toMatchObject([{ result: 'accepted' }])
  await using owner = await door.database.connect()
  await owner.query(`
    BEGIN; SET LOCAL app.organization_id = '${organizationId}';
    INSERT INTO products SELECT many.* FROM products AS p, generate_series(1, ${MANY_PRODUCTS}) AS n,
      jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'code', 'many-' || n, 'external_code', n::text)) AS many
    WHERE p.organization_id = '${organizationId}';
    INSERT INTO products SELECT last.* FROM products AS p, jsonb_populate_record(p, '${JSON.stringify(LAST)}') AS last
    WHERE p.organization_id = '${organizationId}' AND p.id = '${tea}';
    SELECT feed_bump(); COMMIT`)
  const counts = async () => {
    const { rows } = await owner.query(
      `SELECT (SELECT count(*)::int FROM products WHERE organization_id = $1) AS products,
        name, sync_epoch AS epoch FROM organizations WHERE id = $1`,
      [organizationId],
    )
    return rows[0]
  }
  const before = await counts()
  const started = await api.post('/api/admin/cleanup/all/async', { confirmation: before.name })
  expect(started.status, JSON.stringify(started.body)).toBe(200)

  const onTheWay: SaleBody[] = []
  for (const { when, lock, waits } of POINTS) {
    await using holder = await door.database.connect()
    await holder.query('BEGIN')
    await holder.query(lock, lock.includes('$1') ? [organizationId] : [])
    program = startProgram()
    await program.start()
    await until(when, async () => {
      const { rowCount } = await owner.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE $1`,
        [waits],
      )
      return rowCount === 1
    })
    await program.kill()
    await holder.query('ROLLBACK')
    // Each batch is a transaction, so the batches before the waiting one are committed.
    if (when === 'some rows are deleted') {
      const { products } = await counts()
      expect([products > 0, before.products - products >= 2000]).toEqual([true, true])
    }
    const sale = saleBody(shop, [{ productId: tea, name: 'Tea of the till' }])
    expect((await device.upload([device.item(sale)])).body.results, when).toMatchObject([{ result: 'held' }])
    onTheWay.push(sale)
    // The queue does this when it has not heard from the process for a minute.
    await owner.query(`UPDATE jobs.job SET state = 'retry', start_after = now() WHERE state = 'active'`)
  }
  expect(await counts()).toEqual({ ...before, products: 0 })
  program = startProgram()
  await program.start()
  const job = await until('it has ended', async () => {
    const { job } = (await api.get('/api/admin/cleanup/stats')).body
    return job.finishedAt && job
  })
  expect(job.status).toBe('Succeeded')
  expect((await counts()).epoch).not.toBe(before.epoch)

  for (const { id } of onTheWay)
    await until(
      'the sale is posted',
      async () => (await api.get(`/api/sales/retail/${id}`)).body.status === 'Posted',
    )
  expect((await api.get(`/api/sales/retail/${sold.id}`)).status).toBe(404)
  const [kept] = (await api.get('/api/org/export')).body.items
  const { downloadUrl } = (await api.post(`/api/org/export/${kept.id}/link`)).body
  const file = await fetch(program.url + downloadUrl)
  const zip = new ZipReader(new BlobReader(await file.blob()))
  const entry = (await zip.getEntries()).find(({ filename }) => filename === 'manifest.json') as FileEntry
  const { tables } = JSON.parse(await entry.getData(new TextWriter())) as Manifest
  const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows
  expect([rowsOf('products'), rowsOf('retail_sales')]).toEqual([MANY_PRODUCTS + 2, 1])
})

const startProgram = () =>
  new Program('hub', {
    HUB_PORT: '0',
    DATA_DIR: folder.path,
    DATABASE_URL: door.database.hubUrl,
    DATABASE_POOL_SIZE: '8',
    HUB_SECRET: must(door.config.secret),
    PUBLIC_URL: must(door.config.publicUrl),
  })
