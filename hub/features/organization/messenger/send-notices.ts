import { and, asc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import { listIds } from '#hub/db/list-ids.ts'
import { messengerBindings, messengerNotices } from '#hub/db/tables/messenger.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Bot } from '#hub/messenger/bot.ts'
import { BotRefusal, BotUnreachable } from '#hub/messenger/bot-api.ts'
import type { NoticeKind } from '#shared/contracts/organization/messenger.ts'
import { must } from '#shared/std/must.ts'
import { toWallClock } from '#shared/std/zone-time.ts'
import { type BindingRow, loseChat } from './binding.ts'
import { collectNotices, KEEPS_DAYS } from './collect-notices.ts'
import { compose, type NoticeRow, type Wording } from './compose.ts'
import { moveChat } from './take-updates.ts'
import { readToldOf, type ToldOf } from './told-of.ts'

type Hub = Pick<HubContext, 'db' | 'log' | 'stopping'>

/** What happens in the minutes after a message goes into the next one. */
const DIGEST_MINUTES = 5
/** Between two messages when one had no room for all; the bot API takes one a second, in groups twenty a minute. */
const NEXT_SECONDS = 4
/** What the process of a message may take; after that it has died. */
const SENDING_SECONDS = 60
/** Read by one who waits for it: quiet hours and digests do not hold it up. */
const AT_ONCE: readonly NoticeKind[] = ['bound', 'test']
/** Read at once; a portion for a message. */
const MOST_NOTICES = 500

/** Collects and sends the notices of every organization that has a chat. */
export async function sendAllNotices(hub: Hub, bot: Bot): Promise<void> {
  const ids = await hub.db.platform((tx) =>
    listIds(tx, sql`SELECT platform_messenger_organizations(NULL) AS id`),
  )
  for (const id of ids) {
    if (hub.stopping.aborted) return
    // Nothing is lost: it stands in the database. Go on with other organizations.
    await sendNotices(hub, bot, id).catch((error: unknown) => {
      hub.log.warn({ err: error, organization: id }, 'notices to a messenger were not sent, will retry')
    })
  }
}

interface Claimed {
  chatId: number
  text: string
  told: NoticeRow[]
  isMore: boolean
}

async function sendNotices(hub: Hub, { api }: Bot, organizationId: string): Promise<void> {
  const claimed = await hub.db.transact(organizationId, async (tx) => {
    const binding = await lockBinding(tx)
    if (!binding || binding.chatId === null) return undefined
    const organization = await readToldOf(tx)
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
    // Whether it was sent is unknown: after a minute it goes out again and says so.
    if (!(error instanceof BotRefusal || error instanceof BotUnreachable)) throw error
    await settle((tx) => release(tx, error))
    if (!(error instanceof BotRefusal)) throw error
    if (error.newChatId !== undefined) return moveChat(hub, claimed.chatId, error.newChatId)
    if (!isGone(error)) throw error
    await settle(async (tx) => {
      if ((await lockBinding(tx))?.chatId === claimed.chatId) await loseChat(tx, 'Blocked')
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

/** Makes the next message and notes that it is under way, for one process alone. undefined: nothing is to be sent now. */
async function claim(
  tx: Tx,
  binding: BindingRow & { chatId: number },
  toldOf: ToldOf,
): Promise<Claimed | undefined> {
  const now = new Date()
  const isAgain = binding.sendingSince !== null
  if (isAgain && now.getTime() - must(binding.sendingSince).getTime() < SENDING_SECONDS * 1000)
    return undefined
  const mayAll = (binding.nextAt === null || binding.nextAt <= now) && !isQuiet(binding, now, toldOf.timeZone)
  const unsent = await tx
    .select()
    .from(messengerNotices)
    .where(
      and(
        eq(messengerNotices.organizationId, tx.organizationId),
        isNull(messengerNotices.sentAt),
        // Nothing from before the chat was bound.
        gte(messengerNotices.at, must(binding.boundAt)),
        mayAll ? undefined : inArray(messengerNotices.kind, [...AT_ONCE]),
      ),
    )
    .orderBy(asc(messengerNotices.at), asc(messengerNotices.subject))
    .limit(MOST_NOTICES)
  // Of a message whose end is unknown the same notices go out, and no others.
  const inDoubt = unsent.filter(({ tries }) => tries > 0)
  const notices = inDoubt.length > 0 ? inDoubt : unsent
  if (notices.length === 0) return undefined
  const { language, chatId } = binding
  const wording: Wording = { language, ...toldOf, isAgain: inDoubt.length > 0 }
  const { text, told } = compose(notices, wording)
  await tx
    .update(messengerBindings)
    .set({ sendingSince: now })
    .where(eq(messengerBindings.organizationId, tx.organizationId))
  await tx
    .update(messengerNotices)
    .set({ tries: sql`${messengerNotices.tries} + 1` })
    .where(areThese(tx, told))
  return { chatId, text, told, isMore: told.length < unsent.length }
}

async function noteSent(tx: Tx, { told, isMore }: Claimed): Promise<void> {
  const now = new Date()
  await tx.update(messengerNotices).set({ sentAt: now }).where(areThese(tx, told))
  const isAnswer = told.every(({ kind }) => AT_ONCE.includes(kind))
  const pauseMs = isMore || isAnswer ? NEXT_SECONDS * 1000 : DIGEST_MINUTES * 60_000
  await tx
    .update(messengerBindings)
    .set({
      ...{ sendingSince: null, failure: null, failingSince: null },
      // An answer in between does not end the pause of a digest.
      nextAt: sql`greatest(${messengerBindings.nextAt}, ${new Date(now.getTime() + pauseMs).toISOString()}::timestamptz)`,
    })
    .where(eq(messengerBindings.organizationId, tx.organizationId))
}

/** It was not sent, and is in no doubt. */
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

/** By kind and subject: products that run low have their ids, so no two kinds share one. */
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
        lt(messengerNotices.sentAt, sql`now() - make_interval(days => ${KEEPS_DAYS})`),
      ),
    )
}

/** `quietFrom` belongs to the quiet hours, `quietTo` does not; they may go over midnight. */
function isQuiet({ quietFrom: from, quietTo: to }: BindingRow, now: Date, timeZone: string): boolean {
  if (from === null || to === null) return false
  const time = toWallClock(now.toISOString(), timeZone).slice(11, 16)
  return from < to ? time >= from && time < to : time >= from || time < to
}

/** The bot was blocked or put out (403), or the chat is gone. A wrong token (401) is no fault of the chat. */
const isGone = ({ code, message }: BotRefusal): boolean =>
  code === 403 || (code === 400 && /chat not found|user is deactivated|peer_id_invalid/i.test(message))
