import { sql } from 'drizzle-orm'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type DeviceRow, updateDevice } from './queries.ts'

/**
 * From now on the device downloads nothing. It may still hand over the sales it has made (docs/sync.md I-17). Done
 * once, whatever is repeated: there is no way back but a new enrolment. Throws not_found.
 */
export function revokeDevice(tx: Tx, id: string): Promise<DeviceRow> {
  return updateDevice(tx, id, { revokedAt: sql`coalesce(${devices.revokedAt}, now())` })
}
