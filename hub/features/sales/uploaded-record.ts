import type { Reason } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'

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

const CLOCK_WRONG: Reason = {
  code: 'clock_wrong',
  detail: 'The clock of the till was absurd; the moment of receipt stands for it',
}

/** What is wrong with the moment of a record. */
export const reasonsOf = ({ isAbsurd }: { isAbsurd: boolean }): Reason[] => (isAbsurd ? [CLOCK_WRONG] : [])
