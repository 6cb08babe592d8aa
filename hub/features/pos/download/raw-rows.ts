import { PgDialect } from 'drizzle-orm/pg-core'
import type { SQL } from 'drizzle-orm/sql'
import type pg from 'pg'
import type { Tx } from '#hub/db/transact.ts'

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * Returns rows as the driver delivers them: as arrays, with bigints as text. Used for whole catalogs, where
 * building row objects would dominate the time.
 */
export async function rawRows<Row extends unknown[]>(tx: Tx, statement: SQL): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(statement)
  const { $client } = tx as Tx & { $client: pg.ClientBase }
  const { rows } = await $client.query<Row>({ text, values, rowMode: 'array' })
  return rows
}
