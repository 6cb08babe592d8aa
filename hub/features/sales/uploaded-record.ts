import type { Reason } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type Flag, flag } from '#shared/flags/flag.ts'

/** Something a till has written down, read, and what is known of the upload that brought it. */
export interface UploadedRecord<Body> {
  body: Body
  deviceId: string
  receivedAt: Date
  /** What custody has noticed. */
  notes: readonly Reason[]
}

/** The columns that every record of a till has (hub/db/tables/till.ts), without its id. */
export function tillRecordColumns(
  tx: Tx,
  { body, deviceId, receivedAt }: UploadedRecord<{ retailPointId: string; tillId: string }>,
) {
  const { retailPointId, tillId } = body
  return { organizationId: tx.organizationId, deviceId, retailPointId, tillId, receivedAt }
}

/** What is wrong with the moment of a record. */
export const reasonsOf = ({ isAbsurd }: { isAbsurd: boolean }): Flag[] =>
  isAbsurd ? [flag('clock_wrong.replaced')] : []
