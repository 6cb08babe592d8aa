import { and, eq } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { accounts, organizations } from '#hub/db/tables/platform.ts'
import { feedback } from '#hub/db/tables/platform-settings.ts'
import type { Tx } from '#hub/db/transact.ts'
import { queueMail } from '#hub/integrations/mail/queue-mail.ts'
import type { Composer } from '#hub/integrations/mail/send-mails.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import type { FeedbackInput } from '#shared/contracts/dashboard/feedback.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'

/** Stores the feedback for the platform and mails it to every active SuperAdmin. */
export async function sendFeedback(
  tx: Tx,
  jobs: JobQueue,
  input: FeedbackInput,
  actor: Actor,
): Promise<{ id: string }> {
  const [organization] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId))
  const [account] = await tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, actor.id))
  const id = newId()
  await tx.insert(feedback).values({
    id,
    ...input,
    fromOrganizationId: tx.organizationId,
    organizationName: organization?.name ?? null,
    accountId: actor.id,
    email: account?.email ?? null,
  })
  const readers = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(and(eq(accounts.isSuperAdmin, true), eq(accounts.isActive, true)))
  for (const { email } of readers)
    await queueMail(tx, jobs, {
      key: `feedback ${id} ${email}`,
      kind: 'Feedback',
      to: email,
      language: 'en',
      data: { feedbackId: id },
    })
  return { id }
}

export const composeFeedback: Composer = async (hub, { language, data }) => {
  const [feedbackRow] = await hub.db.platform((tx) =>
    tx
      .select()
      .from(feedback)
      .where(eq(feedback.id, must(data.feedbackId, 'feedback'))),
  )
  if (!feedbackRow) return undefined
  const { kind, text, page, organizationName, email } = feedbackRow
  const from = [email, organizationName, page].filter(Boolean).join(', ')
  return language === 'ru'
    ? {
        subject: `Отзыв из ${organizationName ?? 'Counterfoil'}`,
        paragraphs: [text],
        notes: [`${kind}: ${from}`],
      }
    : {
        subject: `Feedback from ${organizationName ?? 'Counterfoil'}`,
        paragraphs: [text],
        notes: [`${kind}: ${from}`],
      }
}
