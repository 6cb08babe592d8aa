/**
 * Error for a record that the hub cannot have sent although its pages are valid for SQLite. It is caused by a
 * flipped bit.
 */
export class DamagedRecord extends Error {}

/** Runs a reader and converts its errors to DamagedRecord. */
export function readRecord<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new DamagedRecord('A record of the replica cannot be read', { cause: error })
  }
}

/**
 * Throws DamagedRecord for a NUL in a row or list. PostgreSQL cannot store NULs, so the hub never sends one,
 * and a sale that contains one could not be booked.
 */
export function refuseNul<Texts extends object>(texts: Texts): Texts {
  for (const value of Object.values(texts)) {
    if (typeof value === 'string' && value.includes('\0'))
      throw new DamagedRecord('A text of the replica contains a NUL')
  }
  return texts
}
