import { z } from 'zod'
import { Id, UtcTime } from '#shared/domain/fields.ts'
import { Cursor } from '#shared/sync/download.ts'
import type { Db } from './db.ts'

/** State of the replica. */
const ReplicaMeta = z.object({
  /** Device, and thereby hub, that the replica belongs to. */
  deviceId: Id,
  cursor: Cursor,
  /** Moment when it was last known to equal the hub, by the local clock. */
  freshAt: UtcTime,
  /** Beginning of the addresses of receipts; empty: the hub has sent none. */
  publicUrl: z.string().default(''),
})
export type ReplicaMeta = z.output<typeof ReplicaMeta>

/** Returns the device of the replica; null for one that was never completed, or whose device is unreadable. */
export function readOwner(db: Db): string | null {
  return Id.safeParse(readMembers(db).deviceId).data ?? null
}

/** Returns the state; null for a replica that was never completed, or whose state is damaged. */
export function readMeta(db: Db): ReplicaMeta | null {
  return ReplicaMeta.safeParse(readMembers(db)).data ?? null
}

/**
 * Returns the cursor that a file was made at, even if the hub made it and no till has completed it. null when
 * there is none or it is damaged.
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
