import { gt, inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { ReadPut } from '#shared/replica/writer.ts'
import type { Scope } from './cursor.ts'

/** Which records: those of the ids given, or the next ones after an id, in the order of ids. */
export type Selection = { ids: string[] } | { afterId: string | undefined; limit: number }

/**
 * What a till of the scope holds of one kind. A record that is asked for by id and not given is one the till must not
 * hold (any more).
 */
export type ReplicaSource = (tx: Tx, scope: Scope, selection: Selection) => Promise<ReadPut[]>

type Column = Parameters<typeof inArray>[0] & Parameters<typeof gt>[0]

export function selected(id: Column, selection: Selection): SQL | undefined {
  if ('ids' in selection) return inArray(id, selection.ids)
  return selection.afterId ? gt(id, selection.afterId) : undefined
}

export const limitOf = (selection: Selection): number =>
  'ids' in selection ? selection.ids.length : selection.limit
