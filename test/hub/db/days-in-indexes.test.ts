import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { endOfDay, startOfDay } from '#hub/db/days.ts'
import { openPool } from '#hub/db/pool.ts'
import { Database, type Tx } from '#hub/db/transact.ts'
import { stockAsOf } from '#hub/features/inventory/stock/stock-as-of.ts'
import { must } from '#shared/std/must.ts'
import { signUp, useHub } from '#test/support/hub.ts'

describe('index use under row-level security', () => {
  const door = useHub()

  /** Returns the conditions of the statement that are evaluated by an index. */
  async function lookedUp(statement: (tx: Tx) => SQL): Promise<string[]> {
    const { organizationId } = await signUp(door)
    const pool = openPool(must(door.config.databaseUrl), 1)
    await using _ = { [Symbol.asyncDispose]: () => pool.end() }
    const { rows } = await new Database(pool).transact(organizationId, async (tx) => {
      await tx.execute(sql`SET LOCAL enable_seqscan = off`)
      return tx.execute<{ 'QUERY PLAN': string }>(sql`EXPLAIN ${statement(tx)}`)
    })
    return rows.flatMap(({ 'QUERY PLAN': line }) => /Index Cond: (.*)/.exec(line)?.[1] ?? [])
  }

  it('uses the moment index to find the movements of a range of days', async () => {
    const conditions = await lookedUp(
      (tx) => sql`
        SELECT FROM stock_movements WHERE organization_id = ${tx.organizationId}
          AND moment >= ${startOfDay('2027-03-01')} AND moment < ${endOfDay('2027-03-31')}
        ORDER BY moment, seq`,
    )
    expect(conditions).toContainEqual(expect.stringMatching(/moment >= .*moment < /))
  })

  it('uses an index on product, store and moment to find the balance at the end of a day', async () => {
    const conditions = await lookedUp((tx) => sql`SELECT * FROM ${stockAsOf(tx, '2027-03-01')} AS stock`)
    expect(conditions).toContainEqual(expect.stringContaining('ROW(product_id, store_id, moment) < '))
  })
})
