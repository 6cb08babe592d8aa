import { and, eq, ne, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { countRows, type RecordTable } from '#hub/db/records.ts'
import type { Tx } from '#hub/db/transact.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'

type DefaultTable = RecordTable & { isDefault: AnyPgColumn; updatedAt: AnyPgColumn }

/**
 * Keeps exactly one record the default. Choosing another one unsets the old one. Unsetting the only one
 * throws `invalid_request`. The transaction must have begun with `serializeChanges`, or two concurrent
 * choices could both become the default.
 */
export async function keepOneDefault(
  tx: Tx,
  table: DefaultTable,
  saved: { id: string; isDefault: boolean },
): Promise<void> {
  const isDefault = and(eq(table.organizationId, tx.organizationId), eq(table.isDefault, true))
  if (saved.isDefault) {
    await tx
      .update(table)
      .set({ isDefault: false, version: sql`${table.version} + 1`, updatedAt: sql`now()` })
      .where(and(isDefault, ne(table.id, saved.id)))
  } else if ((await countRows(tx, table, isDefault)) === 0) {
    throw invalidField(['isDefault'], 'one must be the default: make another one the default instead')
  }
}

export function refuseDefault(row: { isDefault: boolean }, noun: string): void {
  if (row.isDefault)
    throw new Problem('in_use', { detail: `This is the default ${noun}. Set another one as default first` })
}
