/** Error for a record that the hub cannot have sent, on pages that SQLite accepts: a bit of it has flipped. */
export class DamagedRecord extends Error {}

/** Runs a reader. Throws DamagedRecord when it fails. */
export function readRecord<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new DamagedRecord('A record of the replica cannot be read', { cause: error })
  }
}

/**
 * Refuses NULs in a row or a list. PostgreSQL stores no NUL, so the hub has sent none; a sale that contained
 * one could not be booked. Throws DamagedRecord.
 */
export function refuseNul<Texts extends object>(texts: Texts): Texts {
  for (const value of Object.values(texts)) {
    if (typeof value === 'string' && value.includes('\0'))
      throw new DamagedRecord('A text of the replica contains a NUL')
  }
  return texts
}
