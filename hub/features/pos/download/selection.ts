import { gt, inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { ReadPut } from '#shared/replica/kind-writer.ts'
import type { Scope } from './cursor.ts'

/** Selection of records: those of the given ids, or the next ones after an id, in the order of ids. */
export type Selection = { ids: string[] } | { afterId: string | undefined; limit: number }

/**
 * Loads the records of one kind for tills of the scope. A record that is requested by id and not returned
 * must not be held by the till, or no longer.
 */
export type ReplicaSource = (tx: Tx, scope: Scope, selection: Selection) => Promise<ReadPut[]>

type Column = Parameters<typeof inArray>[0] & Parameters<typeof gt>[0]

export function selected(id: Column, selection: Selection): SQL | undefined {
  if ('ids' in selection) return inArray(id, selection.ids)
  return selection.afterId ? gt(id, selection.afterId) : undefined
}

export const limitOf = (selection: Selection): number =>
  'ids' in selection ? selection.ids.length : selection.limit
