import { getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { portions } from './records.ts'
import type { Tx } from './transact.ts'

const MOST_ROWS = 10_000

/**
 * Inserts rows of one shape, in their order, with one array per column: far fewer parameters to write and to parse than
 * a list of values, whatever the number of rows. `suffix` is what follows, such as ON CONFLICT DO NOTHING.
 */
export async function insertRows<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
  suffix: SQL = sql``,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.entries<PgColumn>(getTableColumns(table)).filter(([key]) => key in first)
  const names = columns.map(([, column]) => sql.identifier(columnName(column)))
  for (const portion of portions(rows, MOST_ROWS)) {
    const arrays = columns.map(
      ([key, column]) =>
        sql`${sql.param(portion.map((row) => driverValue(row, key, column)))}::${sql.raw(column.getSQLType())}[]`,
    )
    await tx.execute(sql`
      INSERT INTO ${table} (${sql.join(names, sql`, `)})
      SELECT * FROM unnest(${sql.join(arrays, sql`, `)}) ${suffix}`)
  }
}

export function columnName(column: PgColumn): string {
  return column.keyAsName ? toSnakeCase(column.name) : column.name
}

export function driverValue(row: object, key: string, column: PgColumn): unknown {
  const value = (row as Record<string, unknown>)[key] ?? null
  return value === null ? null : column.mapToDriverValue(value)
}
