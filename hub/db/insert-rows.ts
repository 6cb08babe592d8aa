import { getTableColumns, getTableName, type InferInsertModel, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { portions } from './records.ts'
import { type Given, statement } from './statement.ts'
import type { Tx } from './transact.ts'

const MOST_ROWS = 10_000

/** Cached statements by table, columns and suffix. */
const inserts = new Map<string, (tx: Tx, arrays: Record<string, unknown[]>) => Promise<unknown>>()

/**
 * Inserts rows of one shape, in order, with one array parameter per column. This needs far fewer parameters
 * than a list of values, whatever the number of rows. `suffix` is appended to the SQL, such as ON CONFLICT DO
 * NOTHING.
 */
export async function insertRows<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
  suffix = '',
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.entries<PgColumn>(getTableColumns(table)).filter(([key]) => key in first)
  const key = [getTableName(table), ...columns.map(([name]) => name), suffix].join(' ')
  const insert = inserts.get(key) ?? insertOf(table, columns, suffix)
  inserts.set(key, insert)
  for (const portion of portions(rows, MOST_ROWS)) {
    const arrays = columns.map(([name, column]) => [
      arrayOf(name),
      portion.map((row) => driverValue(row, name, column)),
    ])
    await insert(tx, Object.fromEntries(arrays))
  }
}

const arrayOf = (column: string): string => `${column}[]`

function insertOf(table: PgTable, columns: [name: string, column: PgColumn][], suffix: string) {
  const names = columns.map(([, column]) => sql.identifier(columnName(column)))
  return statement(`insert.${getTableName(table)}.${inserts.size}`, (given: Given<string>) => {
    const arrays = columns.map(
      ([name, column]) => sql`${given[arrayOf(name)]}::${sql.raw(column.getSQLType())}[]`,
    )
    return sql`
      INSERT INTO ${table} (${sql.join(names, sql`, `)})
      SELECT * FROM unnest(${sql.join(arrays, sql`, `)}) ${sql.raw(suffix)}`
  })
}

export function columnName(column: PgColumn): string {
  return column.keyAsName ? toSnakeCase(column.name) : column.name
}

export function driverValue(row: object, key: string, column: PgColumn): unknown {
  const value = (row as Record<string, unknown>)[key] ?? null
  return value === null ? null : column.mapToDriverValue(value)
}
