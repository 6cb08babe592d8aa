import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { createProduct, enrolDevice } from '#test/support/device.ts'
import { type Organization, signUp, startTestHub, useHub } from '#test/support/hub.ts'
import { idsOf, TillReplica } from './till-replica.ts'

const WRITERS = 12
const COMMITS = 25

describe('the change feed', () => {
  const door = useHub()

  async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: door.database.ownerUrl })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  const insertProducts = ({ organizationId }: Organization, ids: string[]) => `
    BEGIN; SET LOCAL app.organization_id = '${organizationId}';
    INSERT INTO products (organization_id, id, name, code, unit_of_measure_id, cost, is_weighed, kind,
      is_discount_prohibited, is_archived)
    SELECT '${organizationId}', id, 'Tea', id, '0192a001-0000-7000-8000-000000000796', 0, false, 'Good', false, false
    FROM unnest(ARRAY['${ids.join("','")}']::uuid[]) AS id;
    SELECT feed_bump(); COMMIT`

  it('includes every commit of concurrent writers once and in order', async () => {
    const shop = await signUp(door)
    const till = new TillReplica(await enrolDevice(door, shop))
    await till.sync()
    const writers = Array.from({ length: WRITERS }, () => Array.from({ length: COMMITS }, newId))
    let isWriting = true
    const writing = Promise.all(
      writers.map((ids) =>
        onDatabase(async (client) => {
          for (const id of ids) await client.query(insertProducts(shop, [id]))
        }),
      ),
    ).finally(() => {
      isWriting = false
    })
    const seen: string[] = []
    const read = async () => {
      const { header, lines } = await till.sync()
      expect(header.kind).toBe('delta')
      seen.push(...idsOf(lines))
    }
    // A transaction that stays open must not delay other writers or hide their commits.
    await onDatabase(async (foreign) => {
      await foreign.query(insertProducts(shop, [newId()]).replace('SELECT feed_bump(); COMMIT', ''))
      while (isWriting) await read()
      await writing
      await read()
      await foreign.query('ROLLBACK')
    })
    expect(seen.toSorted()).toEqual(writers.flat().toSorted())
    for (const ids of writers) expect(seen.filter((id) => ids.includes(id))).toEqual(ids)
    await till.expectComplete()
  })

  it('delivers a large import in one download', async () => {
    const shop = await signUp(door)
    const till = new TillReplica(await enrolDevice(door, shop))
    await till.sync()
    const ids = Array.from({ length: 20_000 }, newId)
    await onDatabase((client) => client.query(insertProducts(shop, ids)))
    const { header, lines } = await till.sync()
    expect(header.kind).toBe('delta')
    expect(idsOf(lines)).toEqual(ids.toSorted())
  })

  it('deletes feed entries older than the retention period', async () => {
    const shop = await signUp(door)
    const quiet = await signUp(door)
    const tills = await Promise.all(
      [shop, quiet].map(async (each) => new TillReplica(await enrolDevice(door, each))),
    )
    const [long, still] = tills as [TillReplica, TillReplica]
    await createProduct(shop)
    const gone = await createProduct(shop)
    for (const till of tills) await till.sync()
    const old = must(long.cursor)
    await shop.api.delete(`/api/catalog/products/${gone}`)
    await long.sync()
    const onHorizon = must(long.cursor)
    await onDatabase((client) =>
      client.query(`UPDATE feed_commits SET committed_at = now() - interval '401 days'`),
    )
    const recent = await createProduct(shop)
    await using _housekeeper = await startTestHub({ databaseUrl: door.database.hubUrl })
    await expect.poll(async () => (await long.sync({ cursor: old })).header.reason).toBe('horizon')
    const continued = await long.sync({ cursor: onHorizon })
    expect(idsOf(continued.lines)).toEqual([recent])
    expect((await still.sync()).header.kind).toBe('delta')
    const left = (table: string) =>
      onDatabase(async (client) => {
        const { rows } = await client.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM ${table} WHERE organization_id = '${shop.organizationId}'`,
        )
        return rows[0]?.n
      })
    await expect.poll(() => left('feed')).toBe(1)
    await expect.poll(() => left('feed_commits')).toBe(2)
  })
})
