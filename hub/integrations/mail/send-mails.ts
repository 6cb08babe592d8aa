import { and, eq } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import { mails } from '#hub/db/tables/mail.ts'
import type { MailKind } from '#shared/contracts/platform/mail.ts'
import { type Outgoing, outgoingOf } from './channels.ts'
import { deliver, MailRefused } from './deliver.ts'
import type { Letter } from './letter.ts'

export type MailRow = typeof mails.$inferSelect

/**
 * Composes a mail of one kind when it is sent. Can run several times for one mail. When it returns undefined,
 * there is nothing left to send and the mail is deleted.
 */
export type Composer = (hub: HubContext, mail: MailRow, outgoing: Outgoing) => Promise<Letter | undefined>

/**
 * Sends queued mails at least once, always with the same Message-ID. A mail that the server refuses
 * permanently is not retried. Other failures are retried with back-off (hub/jobs/queues.ts).
 */
export function sendMails(hub: HubContext, composers: Record<MailKind, Composer>): void {
  hub.jobs.work('mail', async ({ mailId }, { isLastTry }) => {
    const queued = and(eq(mails.id, mailId), eq(mails.status, 'Queued'))
    const [mail] = await hub.db.platform((tx) => tx.select().from(mails).where(queued))
    if (!mail) return
    const note = (values: Partial<MailRow>) =>
      hub.db.platform((tx) => tx.update(mails).set(values).where(queued))
    const about = { mailId, kind: mail.kind }
    try {
      const outgoing = await hub.db.platform((tx) => outgoingOf(tx, hub))
      const letter = await composers[mail.kind](hub, mail, outgoing)
      if (!letter) {
        await hub.db.platform((tx) => tx.delete(mails).where(queued))
        return
      }
      await deliver(outgoing.server, { id: mail.id, to: mail.recipient, language: mail.language, letter })
      await note({ status: 'Sent', sentAt: new Date(), error: null })
      hub.log.info({ event: 'mail_sent', ...about }, 'a mail was sent')
    } catch (error) {
      const isRefused = error instanceof MailRefused
      const status = isRefused ? 'Refused' : isLastTry ? 'Failed' : 'Queued'
      await note({ status, error: (error as Error).message.slice(0, 500) })
      hub.log.warn(
        { event: 'mail_not_sent', ...about, status, reason: (error as Error).message },
        'a mail was not sent',
      )
      if (!isRefused) throw error
    }
  })
}
