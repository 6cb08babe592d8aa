import { eq } from 'drizzle-orm'
import { mails } from '#hub/db/tables/mail.ts'
import type { PlatformTx } from '#hub/db/transact.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import type { MailKind } from '#shared/contracts/platform/mail.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'

export interface QueuedMail {
  /** Deduplication key. A mail with a known key is not queued again. */
  key: string
  kind: MailKind
  to: string
  language: 'en' | 'ru'
  /** Data for the composer (hub/features/mail-composers.ts): ids, never a token. */
  data: Record<string, string>
}

/** Queues a mail and returns its id. Call `jobs.wake('mail')` after the commit. */
export async function queueMail(
  tx: PlatformTx,
  jobs: JobQueue,
  { key, kind, to, language, data }: QueuedMail,
): Promise<string> {
  const [made] = await tx
    .insert(mails)
    .values({ id: newId(), key, kind, recipient: to, language, data })
    .onConflictDoNothing({ target: mails.key })
    .returning({ id: mails.id })
  if (made) {
    await jobs.send(tx, 'mail', { mailId: made.id })
    return made.id
  }
  const [known] = await tx.select({ id: mails.id }).from(mails).where(eq(mails.key, key))
  return must(known, 'mail').id
}
