import { sql } from 'drizzle-orm'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type DeviceRow, updateDevice } from './queries.ts'

/**
 * Revokes the device: it can download nothing from now on, but may still upload the sales it made
 * (docs/sync.md I-17). Idempotent. A revoked device must enrol again. Throws `not_found`.
 */
export function revokeDevice(tx: Tx, id: string): Promise<DeviceRow> {
  return updateDevice(tx, id, { revokedAt: sql`coalesce(${devices.revokedAt}, now())` })
}
