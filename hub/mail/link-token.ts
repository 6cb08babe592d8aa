import { createHmac } from 'node:crypto'

/**
 * The token of the link in a mail: 256 bits that nobody can know without the hub's key. Made anew at each attempt to
 * send, always the same for one mail; the database keeps its hash alone (hub/config/secrets.ts: hashSecret).
 */
export function linkTokenOf(key: Buffer, mailId: string): string {
  return createHmac('sha256', key).update(mailId).digest('base64url')
}

/** The token stands in the fragment, which browsers send to no server and in no Referer. */
export const linkTo = (publicUrl: string, page: string, token: string): string =>
  `${publicUrl}/${page}#token=${token}`
