/** A record that cannot be what the hub sent, on pages that are sound to SQLite: a bit of it has flipped. */
export class DamagedRecord extends Error {}

/** Throws DamagedRecord. */
export function readRecord<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new DamagedRecord('A record of the replica cannot be read', { cause: error })
  }
}

/**
 * Of a row or a list. PostgreSQL keeps no NUL, so the hub has sent none; a sale that bore one could not be booked. Throws
 * DamagedRecord.
 */
export function refuseNul<Texts extends object>(texts: Texts): Texts {
  for (const value of Object.values(texts)) {
    if (typeof value === 'string' && value.includes('\0'))
      throw new DamagedRecord('A text of the replica has a NUL in it')
  }
  return texts
}
