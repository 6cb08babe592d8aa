import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '#hub/db/migrate.ts'
import { describeDatabase } from '#test/support/describe-database.ts'
import { createTestFolder } from '#test/support/folders.ts'
import { signUp, startTestHub } from '#test/support/hub.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'

const ROOT = join(import.meta.dirname, '../../..')
const EXAMPLE = readFileSync(join(ROOT, 'test/fixtures/migrations/0002_example.sql'), 'utf8')

/** Returns a folder with the migrations of this version and one more with the given SQL. */
function nextVersion(sql: string): string {
  const { path: folder, remove } = createTestFolder('migrations')
  onTestFinished(remove)
  cpSync(join(ROOT, 'hub/db/migrations'), folder, { recursive: true })
  writeFileSync(join(folder, '9999_next.sql'), sql)
  const journalPath = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalPath, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next' })
  writeFileSync(journalPath, JSON.stringify(journal))
  return folder
}

const rowsOf = async (client: pg.Client, query: string) =>
  (await client.query({ text: query, rowMode: 'array' })).rows

it('makes an upgraded database equal to a fresh one, and numbers the changes for the tills of each organization', async () => {
  const next = nextVersion(EXAMPLE)
  await using fresh = await createEmptyDatabase()
  await migrate(fresh.ownerUrl, undefined, next)
  await using door = await startTestHub()
  const shops = [await signUp(door), await signUp(door)]
  for (const [i, { api }] of shops.entries()) {
    const promotion = { name: `Promotion ${i}`, kind: 'SpecialPrice', effect: { price: 5 } }
    expect((await api.post('/api/promotions', promotion)).status).toBe(201)
  }
  await using client = await door.database.connect()
  // Databases of test hubs use another default for this column (test/support/fast-postgres.ts).
  await client.query('ALTER TABLE retail_points ALTER require_shift SET DEFAULT true')
  const lastChange = 'SELECT organization_id, max(seq) FROM feed GROUP BY 1 ORDER BY 1'
  const before = await rowsOf(client, lastChange)

  await migrate(door.database.ownerUrl, undefined, next)

  expect(await rowsOf(client, 'SELECT name, note, is_active FROM promotions ORDER BY 1')).toEqual([
    ['Promotion 0', 'Promotion 0', false],
    ['Promotion 1', 'Promotion 1', false],
  ])
  expect(before).toHaveLength(shops.length)
  expect(await rowsOf(client, lastChange)).toEqual(before.map(([id, seq]) => [id, String(Number(seq) + 1)]))
  await using newer = await fresh.connect()
  const wanted = await describeDatabase(newer)
  expect(wanted.functions?.length).toBeGreaterThan(30)
  expect(wanted.triggers?.length).toBeGreaterThan(30)
  expect(wanted.policies?.length).toBeGreaterThan(30)
  expect(await describeDatabase(client)).toEqual(wanted)
})

it('applies nothing of a migration that changes rows sent to tills without numbering the change', async () => {
  await using door = await startTestHub()
  const { api } = await signUp(door)
  const promotion = { name: 'Promotion', kind: 'SpecialPrice', effect: { price: 5 } }
  expect((await api.post('/api/promotions', promotion)).status).toBe(201)
  await using client = await door.database.connect()
  const before = await describeDatabase(client)
  const silent = nextVersion(EXAMPLE.replace('PERFORM feed_bump();', ''))

  await expect(migrate(door.database.ownerUrl, undefined, silent)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('without feed_bump()') },
  })

  expect(await describeDatabase(client)).toEqual(before)
  expect(await rowsOf(client, 'SELECT is_active FROM promotions')).toEqual([[true]])
})

it('refuses a database of a newer version and leaves it unchanged', async () => {
  await using database = await createEmptyDatabase()
  await migrate(database.ownerUrl, undefined, nextVersion(EXAMPLE))
  await using client = await database.connect()
  await client.query('DROP POLICY tenant ON stores')
  const before = await describeDatabase(client)

  await expect(migrate(database.ownerUrl)).rejects.toThrow('newer version')

  expect(await describeDatabase(client)).toEqual(before)
})

it('restores changed functions, triggers, policies and grants of a database', async () => {
  await using database = await createEmptyDatabase()
  await migrate(database.ownerUrl)
  await using client = await database.connect()
  const wanted = await describeDatabase(client)
  await client.query(`
    CREATE OR REPLACE FUNCTION search_key(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN value;
    DROP TRIGGER feed_update ON products;
    DROP POLICY tenant ON stores;
    GRANT DELETE ON uploads TO counterfoil_app;
    COMMENT ON FUNCTION current_organization() IS 'of another version'`)

  await migrate(database.ownerUrl)

  expect(await describeDatabase(client)).toEqual(wanted)
})

it('leaves a correct database unchanged', async () => {
  await using database = await createEmptyDatabase()
  await migrate(database.ownerUrl)
  await using client = await database.connect()
  const versions = () =>
    client
      .query(`SELECT proname, xmin FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY oid`)
      .then(({ rows }) => rows)
  const before = await versions()

  await migrate(database.ownerUrl)

  expect(await versions()).toEqual(before)
})
