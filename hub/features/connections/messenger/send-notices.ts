import { and, asc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import { listIds } from '#hub/db/list-ids.ts'
import { messengerBindings, messengerNotices } from '#hub/db/tables/messenger.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Bot } from '#hub/integrations/messenger/bot.ts'
import { BotRefusal, BotUnreachable } from '#hub/integrations/messenger/bot-api.ts'
import type { NoticeKind } from '#shared/contracts/organization/messenger.ts'
import { must } from '#shared/std/must.ts'
import { toWallClock } from '#shared/std/zone-time.ts'
import { type BindingRow, unbindChat } from './binding.ts'
import { collectNotices, NOTICE_RETENTION_DAYS } from './collect-notices.ts'
import { compose, type NoticeRow, type Wording } from './compose.ts'
import { type OrganizationFacts, readOrganizationFacts } from './organization-facts.ts'
import { moveChat } from './take-updates.ts'

type Hub = Pick<HubContext, 'db' | 'log' | 'stopping'>

/** Pause after a message, so that further notices are combined into the next one. */
const DIGEST_MINUTES = 5
/**
 * Pause before the next message when some notices did not fit. The bot API allows one message a second, and
 * twenty a minute in groups.
 */
const NEXT_SECONDS = 4
/** Maximum time for sending a message. After that, the sending process is considered dead. */
const SENDING_SECONDS = 60
/** Kinds that a user is waiting for. Quiet hours and digests do not delay them. */
const AT_ONCE: readonly NoticeKind[] = ['bound', 'test']
/** Maximum number of notices read for one message. */
const MOST_NOTICES = 500

/** Collects and sends the notices of every organization with a bound chat. */
export async function sendAllNotices(hub: Hub, bot: Bot): Promise<void> {
  const ids = await hub.db.platform((tx) =>
    listIds(tx, sql`SELECT platform_messenger_organizations(NULL) AS id`),
  )
  for (const id of ids) {
    if (hub.stopping.aborted) return
    // The notices remain in the database, so continue with other organizations.
    await sendNotices(hub, bot, id).catch((error: unknown) => {
      hub.log.warn({ err: error, organization: id }, 'notices to a messenger were not sent, will retry')
    })
  }
}

interface Claimed {
  chatId: number
  text: string
  included: NoticeRow[]
  isMore: boolean
}

async function sendNotices(hub: Hub, { api }: Bot, organizationId: string): Promise<void> {
  const claimed = await hub.db.transact(organizationId, async (tx) => {
    const binding = await lockBinding(tx)
    if (!binding || binding.chatId === null) return undefined
    const organization = await readOrganizationFacts(tx)
    await collectNotices(tx, binding)
    await forgetOld(tx)
    return claim(tx, { ...binding, chatId: binding.chatId }, organization)
  })
  if (!claimed) return
  const settle = (work: (tx: Tx) => Promise<unknown>) => hub.db.transact(organizationId, work)
  try {
    await api.send(claimed.chatId, claimed.text)
    await settle((tx) => noteSent(tx, claimed))
  } catch (error) {
    // Delivery is unknown. After a minute the message is sent again, with a remark that it is a repeat.
    if (!(error instanceof BotRefusal || error instanceof BotUnreachable)) throw error
    await settle((tx) => release(tx, error))
    if (!(error instanceof BotRefusal)) throw error
    if (error.newChatId !== undefined) return moveChat(hub, claimed.chatId, error.newChatId)
    if (!isGone(error)) throw error
    await settle(async (tx) => {
      if ((await lockBinding(tx))?.chatId === claimed.chatId) await unbindChat(tx, 'Blocked')
    })
  }
}

async function lockBinding(tx: Tx): Promise<BindingRow | undefined> {
  const [row] = await tx
    .select()
    .from(messengerBindings)
    .where(eq(messengerBindings.organizationId, tx.organizationId))
    .for('update')
  return row
}

/**
 * Composes the next message and claims it, so that only one process sends it. Returns undefined when there is
 * nothing to send yet, or while another process is sending.
 */
async function claim(
  tx: Tx,
  binding: BindingRow & { chatId: number },
  facts: OrganizationFacts,
): Promise<Claimed | undefined> {
  const now = new Date()
  const isAgain = binding.sendingSince !== null
  if (isAgain && now.getTime() - must(binding.sendingSince).getTime() < SENDING_SECONDS * 1000)
    return undefined
  const mayAll = (binding.nextAt === null || binding.nextAt <= now) && !isQuiet(binding, now, facts.timeZone)
  const unsent = await tx
    .select()
    .from(messengerNotices)
    .where(
      and(
        eq(messengerNotices.organizationId, tx.organizationId),
        isNull(messengerNotices.sentAt),
        // Excludes notices recorded before the chat was bound.
        gte(messengerNotices.at, must(binding.boundAt)),
        mayAll ? undefined : inArray(messengerNotices.kind, [...AT_ONCE]),
      ),
    )
    .orderBy(asc(messengerNotices.at), asc(messengerNotices.subject))
    .limit(MOST_NOTICES)
  // After an unknown delivery, exactly the same notices are sent again.
  const inDoubt = unsent.filter(({ tries }) => tries > 0)
  const notices = inDoubt.length > 0 ? inDoubt : unsent
  if (notices.length === 0) return undefined
  const { language, chatId } = binding
  const wording: Wording = { language, ...facts, isAgain: inDoubt.length > 0 }
  const { text, included } = compose(notices, wording)
  await tx
    .update(messengerBindings)
    .set({ sendingSince: now })
    .where(eq(messengerBindings.organizationId, tx.organizationId))
  await tx
    .update(messengerNotices)
    .set({ tries: sql`${messengerNotices.tries} + 1` })
    .where(areThese(tx, included))
  return { chatId, text, included, isMore: included.length < unsent.length }
}

async function noteSent(tx: Tx, { included, isMore }: Claimed): Promise<void> {
  const now = new Date()
  await tx.update(messengerNotices).set({ sentAt: now }).where(areThese(tx, included))
  const isAnswer = included.every(({ kind }) => AT_ONCE.includes(kind))
  const pauseMs = isMore || isAnswer ? NEXT_SECONDS * 1000 : DIGEST_MINUTES * 60_000
  await tx
    .update(messengerBindings)
    .set({
      sendingSince: null,
      failure: null,
      failingSince: null,
      // A reply must not shorten the pause before the next digest.
      nextAt: sql`greatest(${messengerBindings.nextAt}, ${new Date(now.getTime() + pauseMs).toISOString()}::timestamptz)`,
    })
    .where(eq(messengerBindings.organizationId, tx.organizationId))
}

/** Releases the claim after an error that proves the message was not sent. */
async function release(tx: Tx, error: BotRefusal | BotUnreachable): Promise<void> {
  const { retryAfterSeconds, newChatId } = error instanceof BotRefusal ? error : {}
  const isOfChat = error instanceof BotRefusal && retryAfterSeconds === undefined && newChatId === undefined
  const nextAt = retryAfterSeconds === undefined ? undefined : new Date(Date.now() + retryAfterSeconds * 1000)
  await tx
    .update(messengerBindings)
    .set({
      sendingSince: null,
      ...(nextAt && { nextAt }),
      ...(isOfChat && {
        failure: error.message,
        failingSince: sql`coalesce(${messengerBindings.failingSince}, now())`,
      }),
    })
    .where(eq(messengerBindings.organizationId, tx.organizationId))
  await tx
    .update(messengerNotices)
    .set({ tries: 0 })
    .where(and(eq(messengerNotices.organizationId, tx.organizationId), isNull(messengerNotices.sentAt)))
}

/** Returns the condition for these notices. The kind and the subject identify a notice. */
const areThese = (tx: Tx, rows: readonly NoticeRow[]) =>
  and(
    eq(messengerNotices.organizationId, tx.organizationId),
    or(
      ...[...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, each]) =>
        and(
          eq(messengerNotices.kind, kind),
          inArray(
            messengerNotices.subject,
            each.map(({ subject }) => subject),
          ),
        ),
      ),
    ),
  )

async function forgetOld(tx: Tx): Promise<void> {
  await tx
    .delete(messengerNotices)
    .where(
      and(
        eq(messengerNotices.organizationId, tx.organizationId),
        lt(messengerNotices.sentAt, sql`now() - make_interval(days => ${NOTICE_RETENTION_DAYS})`),
      ),
    )
}

/** True during quiet hours. They include `quietFrom`, exclude `quietTo` and can span midnight. */
function isQuiet({ quietFrom: from, quietTo: to }: BindingRow, now: Date, timeZone: string): boolean {
  if (from === null || to === null) return false
  const time = toWallClock(now.toISOString(), timeZone).slice(11, 16)
  return from < to ? time >= from && time < to : time >= from || time < to
}

/**
 * True when the bot was blocked or removed (403), or the chat does not exist. A wrong token (401) says
 * nothing about the chat.
 */
const isGone = ({ code, message }: BotRefusal): boolean =>
  code === 403 || (code === 400 && /chat not found|user is deactivated|peer_id_invalid/i.test(message))
