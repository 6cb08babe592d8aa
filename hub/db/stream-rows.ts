import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from './transact.ts'

const PORTION = 5_000

/**
 * Streams the rows of a query of any size, with one batch in memory at a time. Read a stream to its end, or
 * let its transaction end. Only one stream can be open at a time.
 */
export async function* streamRows<Row extends Record<string, unknown>>(
  tx: Tx,
  query: SQL,
): AsyncGenerator<Row> {
  await tx.execute(sql`DECLARE streamed NO SCROLL CURSOR FOR ${query}`)
  for (;;) {
    const { rows } = await tx.execute<Row>(sql.raw(`FETCH ${PORTION} FROM streamed`))
    yield* rows as Row[]
    if (rows.length < PORTION) break
  }
  await tx.execute(sql`CLOSE streamed`)
}
