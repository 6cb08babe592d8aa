import { sql } from 'drizzle-orm'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type DeviceRow, updateDevice } from './queries.ts'

/**
 * Revokes the device. It can no longer download anything, but can still upload its sales (docs/sync.md I-17),
 * and must be enrolled again to be used. Idempotent. Throws `not_found`.
 */
export function revokeDevice(tx: Tx, id: string): Promise<DeviceRow> {
  return updateDevice(tx, id, { revokedAt: sql`coalesce(${devices.revokedAt}, now())` })
}
