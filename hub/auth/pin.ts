import { createHmac } from 'node:crypto'

/**
 * Returns a keyed hash that reveals when two employees of an organization have the same PIN, but not the PIN
 * itself. The key is a secret of the hub (HubContext.pinKey) and is not stored in the database.
 */
export function pinKeyOf(key: Buffer, organizationId: string, pin: string): Buffer {
  return createHmac('sha256', key).update(`${organizationId} ${pin}`).digest()
}
