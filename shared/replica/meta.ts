import { z } from 'zod'
import { Id, UtcTime } from '#shared/contracts/common.ts'
import { Cursor } from '#shared/sync/download.ts'
import type { Db } from './db.ts'

/** How far the replica has come. */
const ReplicaMeta = z.object({
  /** The device, and with it the hub, whose replica it is. */
  deviceId: Id,
  cursor: Cursor,
  /** When it was last known to equal the hub, by the local clock. */
  freshAt: UtcTime,
  /** What the addresses of receipts begin with; empty: the hub has told none. */
  publicUrl: z.string().default(''),
})
export type ReplicaMeta = z.output<typeof ReplicaMeta>

/** Whose replica it is; null for one that was never completed, or of which nobody can tell. */
export function readOwner(db: Db): string | null {
  return Id.safeParse(readMembers(db).deviceId).data ?? null
}

/** Null for a replica that was never completed, and for one of which any of this is damaged. */
export function readMeta(db: Db): ReplicaMeta | null {
  return ReplicaMeta.safeParse(readMembers(db)).data ?? null
}

/**
 * The cursor that a file was made at, also of one that the hub has made and no till has completed. Null when there is
 * none or it is damaged.
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
