import { hashSecret, newSecret } from '#hub/config/secrets.ts'
import type { HubContext } from '#hub/context.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import { newId } from '#shared/std/ids.ts'
import { canMail, publicUrlOf, readChannels } from './channels.ts'
import { linkTo } from './link-token.ts'
import { type QueuedMail, queueMail } from './queue-mail.ts'

/** The way of a link to its reader: columns of what it is the link of. */
export interface LinkWay {
  mailId: string
  /** null until the mail is written. */
  tokenHash: Buffer | null
  /** The person who asked for the link saw it and hands it over: it proves no address. */
  isByHand: boolean
}

/**
 * Queues the mail that brings the link of `page`; after the commit call `jobs.wake('mail')`. Where the hub sends no mail, the
 * answer has the link, which is shown to who has asked for it, once, and kept nowhere.
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
