import { and, eq, sql } from 'drizzle-orm'
import { takeNumber } from '#hub/db/counters.ts'
import { documents } from '#hub/db/tables/documents.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { DocumentType } from '#hub/ledger/movement.ts'
import { Problem } from '#shared/problems/problem.ts'
import { dayOf } from './days.ts'
import type { Settings } from './settings.ts'

const DIGITS = 6

/** 0 when the numbers of the organization go on for ever. */
export function numberYearOf({ yearlyNumbering, timeZone }: Settings, date: Date): number {
  return yearlyNumbering ? Number(dayOf(date, timeZone).slice(0, 4)) : 0
}

/**
 * The next free number of a kind, six digits or more; numbers entered by hand are skipped. The counter stays locked
 * until the transaction ends, so nobody else gets the same number.
 */
export async function nextNumber(tx: Tx, type: DocumentType, year: number): Promise<string> {
  for (;;) {
    const number = String(await takeNumber(tx, `document:${type}:${year}`)).padStart(DIGITS, '0')
    if (!(await isTaken(tx, type, year, number))) return number
  }
}

/** Throws duplicate_number when another document of the kind has it. */
export async function refuseTakenNumber(
  tx: Tx,
  type: DocumentType,
  year: number,
  number: string,
): Promise<void> {
  // Two requests with the same number at once: the second waits here, and then sees the first.
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.organizationId} ${type} ${year} ${number}`}, 0))`,
  )
  if (!(await isTaken(tx, type, year, number))) return
  throw new Problem('duplicate_number', {
    detail: `Another document has the number ${number}`,
    errors: [{ pointer: '#/number', detail: 'is taken' }],
  })
}

async function isTaken(tx: Tx, type: DocumentType, year: number, number: string): Promise<boolean> {
  const table = type === 'RetailSale' ? retailSales : documents
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.organizationId, tx.organizationId),
        type === 'RetailSale' ? undefined : eq(documents.type, type),
        eq(table.numberYear, year),
        eq(table.number, number),
      ),
    )
  return rows.length > 0
}
