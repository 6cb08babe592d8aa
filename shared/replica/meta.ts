import type { Db } from './db.ts'

/** How far the replica has come. */
export interface ReplicaMeta {
  /** The device, and with it the hub, whose replica it is. */
  deviceId: string
  cursor: string
  /** When it was last known to equal the hub, by the local clock. */
  freshAt: string
}

/** Null for a replica that was never completed. */
export function readMeta(db: Db): ReplicaMeta | null {
  const { deviceId, cursor, freshAt } = readMembers(db)
  return deviceId && cursor && freshAt ? { deviceId, cursor, freshAt } : null
}

/** The cursor that a file was made at, also of one that the hub has made and no till has completed. */
export function readCursor(db: Db): string | null {
  return readMembers(db).cursor ?? null
}

export function writeMeta(db: Db, meta: Partial<ReplicaMeta>): void {
  const put = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
  for (const [key, value] of Object.entries(meta)) put.run(key, value)
}

function readMembers(db: Db): Partial<ReplicaMeta> {
  const rows = db.prepare<[], [string, string]>('SELECT key, value FROM meta').raw().all()
  return Object.fromEntries(rows) as Partial<ReplicaMeta>
}
