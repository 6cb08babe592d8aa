import { and, eq, ne, sql } from 'drizzle-orm'
import { skipTo, takeNumber } from '#hub/db/counters.ts'
import { dayOf } from '#hub/db/days.ts'
import type { DocumentType } from '#hub/db/tables/document-type.ts'
import { documents } from '#hub/db/tables/documents.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import type { Settings } from './settings.ts'

const DIGITS = 6

/** Scope within which a number is unique (docs/domain.md#numbering). */
export interface NumberScope {
  type: DocumentType
  /** Year of the numbering. 0 when the organization's numbers never restart. */
  year: number
  timeZone: string
}

export function numberScopeOf(
  type: DocumentType,
  { yearlyNumbering, timeZone }: Settings,
  date: Date,
): NumberScope {
  return { type, year: yearlyNumbering ? Number(dayOf(date, timeZone).slice(0, 4)) : 0, timeZone }
}

/**
 * Returns the next unused number: the prefix and at least six digits. Numbers that users have entered are
 * skipped. The counter stays locked until the transaction ends, so no other transaction gets the same number.
 */
export async function nextNumber(tx: Tx, scope: NumberScope, prefix = ''): Promise<string> {
  const counter = `document:${scope.type}:${scope.year}` as const
  let value = await takeNumber(tx, counter)
  if (value === 1) {
    value += await lastOfOtherCounters(tx, scope)
    await skipTo(tx, counter, value)
  }
  for (;;) {
    const number = `${prefix}${String(value).padStart(DIGITS, '0')}`
    if (!(await isTaken(tx, scope, number))) return number
    value = await takeNumber(tx, counter)
  }
}

/**
 * Returns the last number of the counters that a new counter continues. When yearly numbering is switched on,
 * it continues the continuous counter, if that was used in the year. When it is switched off, it continues
 * the highest counter of all years.
 */
async function lastOfOtherCounters(tx: Tx, { type, year, timeZone }: NumberScope): Promise<number> {
  const table = type === 'RetailSale' ? retailSales : documents
  const ofType = type === 'RetailSale' ? sql`source <> 'Pos'` : sql`type = ${type}`
  const own = sql`organization_id = ${tx.organizationId}`
  const { rows } = await tx.execute<{ last: string | null }>(
    year === 0
      ? sql`SELECT max(value) AS last FROM counters
          WHERE ${own} AND name LIKE ${`document:${type}:%`} AND name <> ${`document:${type}:0`}`
      : sql`SELECT value AS last FROM counters
          WHERE ${own} AND name = ${`document:${type}:0`} AND EXISTS (
            SELECT FROM ${table} WHERE ${own} AND ${ofType} AND number_year = 0
              AND date >= make_timestamptz(${year}::int, 1, 1, 0, 0, 0, ${timeZone})
              AND date < make_timestamptz(${year}::int + 1, 1, 1, 0, 0, 0, ${timeZone}))`,
  )
  return Number(rows[0]?.last ?? 0)
}

/** Throws `duplicate_number` when a document other than `id` has the number. */
export async function refuseTakenNumber(
  tx: Tx,
  scope: NumberScope,
  number: string,
  id?: string,
): Promise<void> {
  // With concurrent requests for the same number, the second waits here and then sees the first.
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.organizationId} ${scope.type} ${number}`}, 0))`,
  )
  if (!(await isTaken(tx, scope, number, id))) return
  throw new Problem('duplicate_number', {
    detail: `Another document has the number ${number}`,
    errors: [{ pointer: '#/number', detail: 'is taken' }],
  })
}

/**
 * True when a document has the number. A continuous number conflicts with all documents. A yearly number also
 * conflicts with documents numbered continuously in that year.
 */
async function isTaken(
  tx: Tx,
  { type, year, timeZone }: NumberScope,
  number: string,
  id?: string,
): Promise<boolean> {
  const table = type === 'RetailSale' ? retailSales : documents
  const yearOf = sql`extract(year FROM ${table.date} AT TIME ZONE ${timeZone})`
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.organizationId, tx.organizationId),
        type === 'RetailSale' ? undefined : eq(documents.type, type),
        eq(table.number, number),
        year === 0
          ? undefined
          : sql`(${table.numberYear} = ${year} OR ${table.numberYear} = 0 AND ${yearOf} = ${year})`,
        id === undefined ? undefined : ne(table.id, id),
      ),
    )
    .limit(1)
  return rows.length > 0
}
