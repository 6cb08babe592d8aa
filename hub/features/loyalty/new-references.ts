import { and, eq, inArray } from 'drizzle-orm'
import type { RecordTable } from '#hub/db/records.ts'
import type { Tx } from '#hub/db/transact.ts'
import { faultyFields } from '#shared/problems/problem.ts'

interface References {
  table: RecordTable
  noun: string
  path: readonly PropertyKey[]
  ids: readonly string[]
  /** Ids already referenced before the change. Their records may have been deleted since. */
  former?: readonly string[] | undefined
}

/** Throws `invalid_request` naming every newly referenced id that does not exist. */
export async function requireNewReferences(tx: Tx, given: readonly References[]): Promise<void> {
  const faults: { path: readonly PropertyKey[]; detail: string }[] = []
  for (const { table, noun, path, ids, former = [] } of given) {
    const added = ids.filter((id) => !former.includes(id))
    if (added.length === 0) continue
    const found = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.organizationId, tx.organizationId), inArray(table.id, added)))
    const known = new Set(found.map(({ id }) => id))
    for (const [index, id] of ids.entries())
      if (added.includes(id) && !known.has(id))
        faults.push({ path: [...path, index], detail: `there is no ${noun} ${id}` })
  }
  if (faults.length > 0) throw faultyFields('invalid_request', faults)
}
