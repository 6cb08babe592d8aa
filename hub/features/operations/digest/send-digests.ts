import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import { timeZoneOf } from '#hub/db/days.ts'
import { listIds } from '#hub/db/list-ids.ts'
import { type DigestFacts, digestReaders } from '#hub/db/tables/digests.ts'
import { messengerBindings, messengerNotices } from '#hub/db/tables/messenger.ts'
import type { Tx } from '#hub/db/transact.ts'
import { canMail } from '#hub/integrations/mail/channels.ts'
import { queueMail } from '#hub/integrations/mail/queue-mail.ts'
import { startPeriodic } from '#hub/jobs/periodic.ts'
import { fromWallClock, toWallClock } from '#shared/std/zone-time.ts'
import { keepDigest, makeDigest } from './make-digest.ts'
import { type DigestReader, listReaders } from './readers.ts'

const LOOKS_EVERY_MS = 10_000

/**
 * Starts sending the digest of the previous day every morning, to the organization's chat and by mail
 * (docs/domain.md#morning-digest).
 */
export function startDigests(hub: HubContext): () => Promise<void> {
  return startPeriodic(hub, 'morning digests', LOOKS_EVERY_MS, async () => {
    const ids = await hub.db.platform((tx) => listIds(tx, sql`SELECT platform_digest_organizations() AS id`))
    for (const id of ids) {
      if (hub.stopping.aborted) return
      await tellDigest(hub, id).catch((error: unknown) => {
        hub.log.warn({ err: error, organization: id }, 'a morning digest was not made, will retry')
      })
    }
  })
}

interface Due {
  today: string
  facts: DigestFacts
  /** Time at which the chat to be notified was bound, or null when no chat is due. */
  boundAt: Date | null
  readers: DigestReader[]
}

/** Sends the digest to each recipient once a day. Computing it takes long, so no lock is held until it is done. */
async function tellDigest(hub: HubContext, organizationId: string): Promise<void> {
  const mayMail = await hub.db.platform((tx) => canMail(tx, hub))
  const due = await hub.db.read(organizationId, (tx) => findDue(tx, mayMail))
  if (!due) return
  await hub.db.transact(organizationId, async (tx) => {
    const facts = await keepDigest(tx, due.today, due.facts)
    if (due.boundAt) await tellChat(tx, due.today, due.boundAt, facts)
    for (const reader of due.readers) await mailTo(tx, hub, due.today, reader)
  })
  hub.jobs.wake('mail')
}

/**
 * Returns the recipients that are due, or undefined when there are none. A chat that is bound, or a reader
 * who subscribes, later in the day gets the digest from the next day on.
 */
async function findDue(tx: Tx, mayMail: boolean): Promise<Due | undefined> {
  const timeZone = await timeZoneOf(tx)
  const now = toWallClock(new Date().toISOString(), timeZone)
  const today = now.slice(0, 10)
  const isTime = (at: string, since: Date): boolean =>
    now.slice(11, 16) >= at && since.toISOString() <= fromWallClock(`${today} ${at}:00`, timeZone)
  const [binding] = await tx
    .select()
    .from(messengerBindings)
    .where(eq(messengerBindings.organizationId, tx.organizationId))
  const { digest: isWanted = false, digestAt = '', boundAt = null } = binding ?? {}
  // True when the chat was bound after the end of the digest's day.
  const isOfBefore = boundAt !== null && boundAt.toISOString() >= fromWallClock(`${today} 00:00:00`, timeZone)
  const isChatDue =
    isWanted && boundAt && !isOfBefore && isTime(digestAt, boundAt) && !(await isNoted(tx, today))
  const readers = mayMail
    ? (await listReaders(tx)).filter(
        ({ at, since, toldOn }) => isTime(at, since) && (toldOn === null || toldOn < today),
      )
    : []
  if (!isChatDue && readers.length === 0) return undefined
  const facts = await makeDigest(tx, today, timeZone)
  return { today, facts, readers, boundAt: isChatDue ? boundAt : null }
}

const isNoted = async (tx: Tx, today: string): Promise<boolean> =>
  (await tx.$count(
    messengerNotices,
    and(
      eq(messengerNotices.organizationId, tx.organizationId),
      eq(messengerNotices.kind, 'digest'),
      eq(messengerNotices.subject, today),
    ),
  )) > 0

async function tellChat(tx: Tx, today: string, boundAt: Date, facts: DigestFacts): Promise<void> {
  const { organizationId } = tx
  const [binding] = await tx
    .select({ digest: messengerBindings.digest })
    .from(messengerBindings)
    .where(and(eq(messengerBindings.organizationId, organizationId), eq(messengerBindings.boundAt, boundAt)))
    .for('share')
  // The chat may have been replaced or unbound in the meantime.
  if (!binding?.digest) return
  await tx
    .insert(messengerNotices)
    .values({ organizationId, kind: 'digest', subject: today, at: new Date(), facts: { ...facts } })
    .onConflictDoNothing()
}

/**
 * Queues the mail and records the day in the same transaction, so that neither another process nor a changed
 * hour causes a second mail.
 */
async function mailTo(
  tx: Tx,
  { jobs }: Pick<HubContext, 'jobs'>,
  today: string,
  { organizationId, employeeId, email, language }: DigestReader,
): Promise<void> {
  const taken = await tx
    .update(digestReaders)
    .set({ toldOn: today })
    .where(
      and(
        eq(digestReaders.organizationId, organizationId),
        eq(digestReaders.employeeId, employeeId),
        or(isNull(digestReaders.toldOn), lt(digestReaders.toldOn, today)),
      ),
    )
    .returning({ toldOn: digestReaders.toldOn })
  if (taken.length === 0) return
  await queueMail(tx, jobs, {
    key: `digest ${organizationId} ${employeeId} ${today}`,
    kind: 'MorningDigest',
    to: email,
    language: language === 'ru' ? 'ru' : 'en',
    data: { organizationId, employeeId, day: today },
  })
}
