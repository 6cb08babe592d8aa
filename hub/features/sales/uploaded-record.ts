import type { Reason } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type Flag, flag } from '#shared/flags/flag.ts'

/** A parsed record from a till with the data of its upload. */
export interface UploadedRecord<Body> {
  body: Body
  deviceId: string
  receivedAt: Date
  /** Reasons recorded by custody. */
  notes: readonly Reason[]
}

/** Returns the columns shared by all till records (hub/db/tables/till.ts), without the id. */
export function tillRecordColumns(
  tx: Tx,
  { body, deviceId, receivedAt }: UploadedRecord<{ retailPointId: string; tillId: string }>,
) {
  const { retailPointId, tillId } = body
  return { organizationId: tx.organizationId, deviceId, retailPointId, tillId, receivedAt }
}

/** Returns the flags about the time of a record. */
export const reasonsOf = ({ isAbsurd }: { isAbsurd: boolean }): Flag[] =>
  isAbsurd ? [flag('clock_wrong.replaced')] : []
