import { createHmac } from 'node:crypto'

/**
 * Tells that two employees of an organization have the same PIN, without telling which: the key is the hub's
 * (HubContext.pinKey), and not in the database.
 */
export function pinKeyOf(key: Buffer, organizationId: string, pin: string): Buffer {
  return createHmac('sha256', key).update(`${organizationId} ${pin}`).digest()
}
