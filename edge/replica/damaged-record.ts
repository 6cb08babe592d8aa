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
