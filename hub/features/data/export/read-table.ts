import { is, sql } from 'drizzle-orm'
import { PgTimestamp } from 'drizzle-orm/pg-core'
import { streamRows } from '#hub/db/stream-rows.ts'
import { toNumberOf } from '#hub/db/tables/columns.ts'
import type { Tx } from '#hub/db/transact.ts'
import { csvOf } from '#hub/exports/csv.ts'
import type { Cell } from '#hub/exports/export-column.ts'
import type { ExportedColumn, ExportedTable } from './exported-tables.ts'

const AT_ONCE = 500

/** Yields each row as JSON text produced by PostgreSQL, in the order of the table. */
async function* readLines(tx: Tx, { name, columns, own, orderBy }: ExportedTable): AsyncGenerator<string> {
  const members = columns.map(
    (column) => sql`${sql.raw(`'${column.name}'`)}, t.${sql.identifier(column.name)}`,
  )
  // PostgreSQL functions take at most 100 arguments.
  const parts = Array.from(
    { length: Math.ceil(members.length / 40) },
    (_, part) => sql`jsonb_build_object(${sql.join(members.slice(part * 40, part * 40 + 40), sql`, `)})`,
  )
  const order = sql.join(
    orderBy.map((column) => sql`t.${sql.identifier(column)}`),
    sql`, `,
  )
  const rows = streamRows<{ line: string }>(
    tx,
    sql`SELECT (${sql.join(parts, sql` || `)})::text AS line FROM ${sql.identifier(name)} AS t
      WHERE ${own(tx.organizationId)} ORDER BY ${order}`,
  )
  for await (const { line } of rows) yield line
}

/** Yields JSON Lines: one line for each row, with values in their stored units. */
export async function* jsonLines(
  tx: Tx,
  table: ExportedTable,
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  for await (const lines of inPortions(readLines(tx, table))) {
    count(lines.length)
    yield Buffer.from(`${lines.join('\n')}\n`)
  }
}

/**
 * Returns CSV for spreadsheets: amounts and quantities as decimal numbers, times in the time zone of the
 * organization.
 */
export function csvLines(tx: Tx, table: ExportedTable, timeZone: string): AsyncIterable<Uint8Array> {
  const headers = table.columns.map(({ name }) => name)
  return csvOf(headers, cellsOf(tx, table), {
    language: 'en',
    timeZone,
  }) as unknown as AsyncIterable<Uint8Array>
}

async function* cellsOf(tx: Tx, table: ExportedTable): AsyncGenerator<Cell[][]> {
  for await (const lines of inPortions(readLines(tx, table)))
    yield lines.map((line) => {
      const row = JSON.parse(line) as Record<string, unknown>
      return table.columns.map((column) => cellOf(row[column.name], column))
    })
}

function cellOf(value: unknown, { column }: ExportedColumn): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'number') return toNumberOf(column)?.(value) ?? value
  if (!is(column, PgTimestamp)) return value as Cell
  // -infinity marks goods whose only movement was unposted.
  return String(value).endsWith('infinity') ? null : new Date(value as string)
}

async function* inPortions<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let portion: Item[] = []
  for await (const item of items) {
    portion.push(item)
    if (portion.length < AT_ONCE) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}
