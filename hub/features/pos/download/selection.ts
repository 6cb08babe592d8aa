import { gt, inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { ReadPut } from '#shared/replica/kind-writer.ts'
import type { Scope } from './cursor.ts'

/** Records to load: those with the given ids, or the next `limit` records after an id, in id order. */
export type Selection = { ids: string[] } | { afterId: string | undefined; limit: number }

/**
 * Loads the records of one kind for a scope. When a record requested by id is not returned, the till must
 * delete it.
 */
export type ReplicaSource = (tx: Tx, scope: Scope, selection: Selection) => Promise<ReadPut[]>

type Column = Parameters<typeof inArray>[0] & Parameters<typeof gt>[0]

export function selected(id: Column, selection: Selection): SQL | undefined {
  if ('ids' in selection) return inArray(id, selection.ids)
  return selection.afterId ? gt(id, selection.afterId) : undefined
}

export const limitOf = (selection: Selection): number =>
  'ids' in selection ? selection.ids.length : selection.limit
