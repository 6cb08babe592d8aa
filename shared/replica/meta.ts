import { z } from 'zod'
import { Id, UtcTime } from '#shared/domain/fields.ts'
import { Cursor } from '#shared/sync/download.ts'
import type { Db } from './db.ts'

/** Stored state of the replica. */
const ReplicaMeta = z.object({
  /** Device to which the replica belongs. A device belongs to one hub. */
  deviceId: Id,
  cursor: Cursor,
  /** Last time at which the replica was known to match the hub, by the local clock. */
  freshAt: UtcTime,
  /** Base of receipt addresses; empty when the hub has sent none. */
  publicUrl: z.string().default(''),
})
export type ReplicaMeta = z.output<typeof ReplicaMeta>

/** Returns the device of the replica, or null when the replica was never completed or its device id is unreadable. */
export function readOwner(db: Db): string | null {
  return Id.safeParse(readMembers(db).deviceId).data ?? null
}

/** Returns the state, or null when the replica was never completed or its state is damaged. */
export function readMeta(db: Db): ReplicaMeta | null {
  return ReplicaMeta.safeParse(readMembers(db)).data ?? null
}

/**
 * Returns the cursor at which a file was created, even if the hub created it and no till has completed it.
 * Returns null when the cursor is missing or damaged.
 */
export function readCursor(db: Db): string | null {
  return Cursor.safeParse(readMembers(db).cursor).data ?? null
}

export function writeMeta(db: Db, meta: Partial<ReplicaMeta>): void {
  const put = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
  for (const [key, value] of Object.entries(meta)) put.run(key, value)
}

function readMembers(db: Db): Record<string, unknown> {
  return Object.fromEntries(db.prepare<[], [string, unknown]>('SELECT key, value FROM meta').raw().all())
}
