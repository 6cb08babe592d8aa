import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import type { HubContext } from '#hub/context.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { newId } from '#shared/std/ids.ts'
import { canMail, publicUrlOf, readChannels } from './channels.ts'
import { linkTo } from './link-token.ts'
import { type QueuedMail, queueMail } from './queue-mail.ts'

/** Delivery of a link: columns of the record that the link belongs to. */
export interface LinkWay {
  mailId: string
  /** Hash of the token, or null until the mail is composed. */
  tokenHash: Buffer | null
  /**
   * True when the requesting user has seen the link and hands it over. Using it then does not verify an email
   * address.
   */
  isByHand: boolean
}

/**
 * Queues a mail with the link to `page`. Call `jobs.wake('mail')` after the commit. When the hub sends no
 * mail, returns the link instead. It is shown once to the requesting user and never stored.
 */
export async function mailOrLink(
  tx: PlatformTx,
  hub: Pick<HubContext, 'jobs' | 'keyRing' | 'mail'>,
  mail: QueuedMail,
  page: string,
): Promise<{ way: LinkWay; link: string | null }> {
  if (await canMail(tx, hub)) {
    const mailId = await queueMail(tx, hub.jobs, mail)
    return { way: { mailId, tokenHash: null, isByHand: false }, link: null }
  }
  const token = newSecret()
  const publicUrl = publicUrlOf(await readChannels(tx), hub.mail) ?? hub.mail.ownUrl
  return {
    way: { mailId: newId(), tokenHash: hashSecret(token), isByHand: true },
    link: linkTo(publicUrl, page, token),
  }
}
