import { expect, it } from 'vitest'
import { openPool } from '#hub/db/pool.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'
import { until } from '#test/support/until.ts'

it('replaces lost idle connections of a pool without ending the process', async () => {
  await using database = await createEmptyDatabase()
  await using owner = await database.connect()
  await owner.query('CREATE TABLE kept AS SELECT 1 AS one')
  const pool = openPool(database.ownerUrl, 2)
  await using _ = { [Symbol.asyncDispose]: () => pool.end() }
  const backend = async () => (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
  const lost = await backend()
  await owner.query('SELECT pg_terminate_backend($1)', [lost])
  await until('the pool has noticed', () => pool.idleCount === 0)
  expect(await backend()).not.toBe(lost)
})
