import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPool } from '#hub/db/pool.ts'
import { Database } from '#hub/db/transact.ts'
import { doChangeSets } from '#hub/features/catalog/change-sets/run-change-set.ts'
import { FolderStore } from '#hub/files/folder-store.ts'
import { JobQueue } from '#hub/jobs/queue.ts'
import { must } from '#shared/std/must.ts'
import { type Organization, signUp, useHub } from '#test/support/hub.ts'
import { BASE as PRODUCTS, sendCsv } from './imports.ts'

const BASE = '/api/change-sets'
/** Number of products, larger than a batch. */
const MANY = 1200

describe('the job of a change set', () => {
  // This test starts the jobs itself.
  const door = useHub({ runsJobs: false })
  let shop: Organization
  let pool: ReturnType<typeof openPool> | undefined
  let queue: JobQueue | undefined
  const stopping = new AbortController()
  /** Database connection that can see the activity of other connections, unlike that of the hub. */
  let owner: pg.Client | undefined
  const query = async <Row>(text: string) => (await must(owner).query(text)).rows as Row[]
  beforeAll(async () => {
    shop = await signUp(door)
    pool = openPool(door.database.ownerUrl, 10)
    owner = new pg.Client(door.database.ownerUrl)
    await owner.connect()
    const log = pino({ level: 'silent' })
    queue = new JobQueue(pool, log)
    const files = new FolderStore(join(door.config.dataDir, 'files'))
    const db = new Database(pool)
    doChangeSets({ db, jobs: queue, files, log, stopping: stopping.signal, pace: 1 })
    const lines = Array.from({ length: MANY }, (_, at) => `P${String(at).padStart(4, '0')};100`)
    const made = await sendCsv(shop.api, `${PRODUCTS}/import-csv`, ['name;retailPrice', ...lines].join('\n'))
    expect(made.body).toMatchObject({ created: MANY })
  })
  afterAll(async () => {
    stopping.abort()
    await queue?.stop()
    await owner?.end()
    await pool?.end()
  })

  const preview = async (changes: object) =>
    (await shop.api.post(BASE, { kind: 'products', filter: {}, changes })).body.id as string
  const look = async (id: string) => (await shop.api.get(`${BASE}/${id}`)).body
  const become = (id: string, wanted: object) =>
    expect
      .poll(
        async () => {
          // Retries start immediately.
          await query(`UPDATE jobs.job SET start_after = now() WHERE state = 'retry'`)
          must(queue).wake('change-set')
          return look(id)
        },
        { timeout: 30_000, interval: 100 },
      )
      .toMatchObject(wanted)

  /** Locks a product while `work` runs, so that the job must wait for the lock. */
  async function holding(name: string, work: (isWaitedFor: () => Promise<void>) => Promise<void>) {
    const client = await must(pool).connect()
    try {
      await client.query(
        `BEGIN; SET LOCAL app.organization_id = '${shop.organizationId}';
        SELECT FROM products WHERE name = '${name}' FOR UPDATE`,
      )
      const look = () => {
        must(queue).wake('change-set')
        return waiting()
      }
      await work(() => expect.poll(look, { timeout: 20_000 }).toHaveLength(1))
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }
  const waiting = () =>
    query<{ pid: number }>(`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  const ofShop = async (text: string) =>
    (await new Database(must(pool)).read(shop.organizationId, (tx) => tx.execute(text))).rows
  const versions = () =>
    ofShop('SELECT version, count(*)::int FROM products GROUP BY version ORDER BY version')

  it('resumes a job that was killed between batches, and processes each record once', async () => {
    const id = await preview({ prices: [{ rule: { kind: 'Percent', percent: 10 } }] })
    await shop.api.post(`${BASE}/${id}/apply`)
    await holding('P1100', async (isWaitedFor) => {
      await isWaitedFor()
      expect(await look(id)).toMatchObject({ state: 'Applying', counts: { Changed: 1000, Change: 200 } })
      await query(`SELECT pg_terminate_backend(${must((await waiting())[0]).pid})`)
    })
    await become(id, { state: 'Applied', counts: { Changed: MANY } })
    expect(await versions()).toEqual([{ version: 2, count: MANY }])
    expect(await ofShop('SELECT DISTINCT value::int FROM product_prices')).toEqual([{ value: 11_000 }])

    await shop.api.post(`${BASE}/${id}/undo`)
    await holding('P1100', async (isWaitedFor) => {
      await isWaitedFor()
      await query(`SELECT pg_terminate_backend(${must((await waiting())[0]).pid})`)
    })
    await become(id, { state: 'Undone', counts: { Undone: MANY } })
    expect(await versions()).toEqual([{ version: 3, count: MANY }])
  })

  it('fails when a change becomes invalid, and can be applied when the change is valid again', async () => {
    const groups = '/api/catalog/product-groups'
    const group = (await shop.api.post(groups, { name: 'Drinks' })).body
    const id = await preview({ productGroupId: group.id })
    await shop.api.post(`${BASE}/${id}/apply`)
    const archive = async (isArchived: boolean) => {
      const { version } = (await shop.api.get(`${groups}/${group.id}`)).body
      const answer = await shop.api.put(`${groups}/${group.id}`, { name: 'Drinks', isArchived, version })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
    await holding('P0500', async (isWaitedFor) => {
      await isWaitedFor()
      await archive(true)
    })
    const failed = { state: 'Failed', counts: { Changed: 1000, Change: 200 } }
    await become(id, { ...failed, job: { message: expect.stringContaining('archived') } })
    await archive(false)
    expect((await shop.api.post(`${BASE}/${id}/apply`)).body).toMatchObject({ state: 'Applying' })
    await become(id, { state: 'Applied', counts: { Changed: MANY } })
    expect(await versions()).toEqual([{ version: 4, count: MANY }])
  })
})
