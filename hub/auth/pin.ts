import { createHmac } from 'node:crypto'

/**
 * Returns a key that reveals when two employees of an organization have the same PIN, but not the PIN: its
 * secret is the hub's (HubContext.pinKey), and not in the database.
 */
export function pinKeyOf(key: Buffer, organizationId: string, pin: string): Buffer {
  return createHmac('sha256', key).update(`${organizationId} ${pin}`).digest()
}
