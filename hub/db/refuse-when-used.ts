import { and, eq, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { Problem } from '#shared/problems/problem.ts'
import { countRows } from './records.ts'
import type { Tx } from './transact.ts'

/** Records of one kind that block a deletion. */
export interface BlockedBy {
  resource: string
  count: number
  names: string[]
}

/** A kind of record that can block a deletion. */
export interface Blocker {
  /** Plural name of the kind in the response. */
  resource: string
  table: PgTable & { organizationId: AnyPgColumn }
  /** Condition for rows of the organization that block the deletion. */
  where: SQL | undefined
  /** Column with the record's name for the response. */
  name: AnyPgColumn
}

const NAMES_SHOWN = 20

/** Throws `in_use` with up to 20 names of each kind when any record blocks the deletion. */
export async function refuseWhenUsed(tx: Tx, blockers: readonly Blocker[]): Promise<void> {
  const blockedBy: BlockedBy[] = []
  for (const { resource, table, where, name } of blockers) {
    const own = and(eq(table.organizationId, tx.organizationId), where)
    const count = await countRows(tx, table, own)
    if (count === 0) continue
    const rows = await tx.select({ name }).from(table).where(own).orderBy(name).limit(NAMES_SHOWN)
    blockedBy.push({ resource, count, names: rows.map((row) => String(row.name)) })
  }
  if (blockedBy.length > 0) throw inUseProblem(blockedBy)
}

export function inUseProblem(blockedBy: BlockedBy[]): Problem {
  const detail = blockedBy
    .map(({ resource, count, names }) => `${count} ${resource} (${names.join(', ')})`)
    .join('; ')
  return new Problem('in_use', { detail: `It is used by ${detail}`, extensions: { blockedBy } })
}
