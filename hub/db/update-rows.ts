import { getTableColumns, type InferSelectModel, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { columnName, driverValue } from './insert-rows.ts'
import { portions, type RecordTable } from './records.ts'
import type { Tx } from './transact.ts'

const MOST_ROWS = 5_000

/**
 * Updates rows of one shape, each identified by id and version, with one array parameter per column. Returns
 * the number of updated rows. Rows with another version are not changed.
 */
export async function updateRows<Table extends RecordTable>(
  tx: Tx,
  table: Table,
  rows: readonly (Partial<InferSelectModel<Table>> & { id: string; version: number })[],
): Promise<number> {
  const [first] = rows
  if (!first) return 0
  const columns = Object.entries<PgColumn>(getTableColumns(table)).filter(([key]) => key in first)
  const names = columns.map(([, column]) => sql.identifier(columnName(column)))
  const changed = columns
    .filter(([key]) => key !== 'id' && key !== 'version')
    .map(([, column]) => sql.identifier(columnName(column)))
  let count = 0
  for (const portion of portions(rows, MOST_ROWS)) {
    const arrays = columns.map(
      ([key, column]) =>
        sql`${sql.param(portion.map((row) => driverValue(row, key, column)))}::${sql.raw(column.getSQLType())}[]`,
    )
    const result = await tx.execute(sql`
      UPDATE ${table} SET
        ${sql.join(
          changed.map((name) => sql`${name} = given.${name}`),
          sql`, `,
        )},
        version = given.version + 1, updated_at = now()
      FROM unnest(${sql.join(arrays, sql`, `)}) AS given (${sql.join(names, sql`, `)})
      WHERE ${table}.organization_id = ${tx.organizationId} AND ${table}.id = given.id
        AND ${table}.version = given.version`)
    count += result.rowCount ?? 0
  }
  return count
}
