import { createHmac } from 'node:crypto'

/**
 * Returns the token of the link in a mail: 256 bits that cannot be computed without the hub's key. It is
 * derived at each attempt and always the same for a mail. The database contains only its hash
 * (hub/config/secrets.ts: `hashSecret`).
 */
export function linkTokenOf(key: Buffer, mailId: string): string {
  return createHmac('sha256', key).update(mailId).digest('base64url')
}

/** Returns a link with the token in the fragment, which browsers send neither to servers nor in Referer. */
export const linkTo = (publicUrl: string, page: string, token: string): string =>
  `${publicUrl}/${page}#token=${token}`
