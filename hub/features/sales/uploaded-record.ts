import type { Reason } from '#hub/db/tables/sync.ts'

/** Something a till has written down, read, and what is known of the upload that brought it. */
export interface UploadedRecord<Body> {
  body: Body
  deviceId: string
  receivedAt: Date
  /** What custody has noticed. */
  notes: readonly Reason[]
}

export const CLOCK_WRONG: Reason = {
  code: 'clock_wrong',
  detail: 'The clock of the till was absurd; the moment of receipt stands for it',
}
