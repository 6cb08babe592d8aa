import { and, eq, sql } from 'drizzle-orm'
import type { HubContext } from '#hub/context.ts'
import { listIds } from '#hub/db/list-ids.ts'
import { messengerBindings, messengerCodes, messengerNotices } from '#hub/db/tables/messenger.ts'
import type { Author, Command } from '#hub/db/transact.ts'
import { type Bot, takeUpdate } from '#hub/integrations/messenger/bot.ts'
import type { Chat, Message, Update } from '#hub/integrations/messenger/bot-api.ts'
import { MessengerLanguage } from '#shared/contracts/organization/messenger.ts'
import { newId } from '#shared/std/ids.ts'
import { hashCode, unbindChat } from './binding.ts'
import { noteCurrentTroubles } from './collect-notices.ts'
import { wordsOf } from './words.ts'

type Hub = Pick<HubContext, 'db' | 'log'>

/** A command. In a group, it can include the name of the bot. */
const COMMAND = /^\/(\w+)(?:@\w+)?(?:\s+(\S+))?/

/** Waits for messages to the bot and executes each command exactly once. */
export async function takeUpdates(hub: Hub, bot: Bot): Promise<void> {
  for (const update of await bot.api.updates(bot.nextUpdateId)) await take(hub, bot, update)
}

async function take(
  hub: Hub,
  bot: Bot,
  { update_id: id, message, my_chat_member: member }: Update,
): Promise<void> {
  if (member && ['kicked', 'left'].includes(member.new_chat_member.status))
    await lose(hub, member.chat.id, 'Blocked')
  const [, command, code] = message?.text?.match(COMMAND) ?? []
  if (message?.migrate_to_chat_id !== undefined)
    await moveChat(hub, message.chat.id, message.migrate_to_chat_id)
  if (message && command === 'stop') {
    const lost = await lose(hub, message.chat.id, 'Stopped')
    if (lost > 0) await reply(hub, bot, message, 'stopped')
  }
  if (message && command === 'start') {
    if (!(await bindChat(hub, id, message, code ?? ''))) await reply(hub, bot, message, 'unknownCode')
    return
  }
  await hub.db.platform((tx) => takeUpdate(tx, id))
}

/**
 * Binds the chat. Uses the code, binds the chat and advances the update position in one transaction. Returns
 * false when the code is unknown or expired.
 */
async function bindChat(hub: Hub, updateId: number, { chat }: Message, code: string): Promise<boolean> {
  const codeHash = hashCode(code)
  const [given] = await hub.db.platform((tx) =>
    tx.select().from(messengerCodes).where(eq(messengerCodes.codeHash, codeHash)),
  )
  if (!given || given.expiresAt < new Date()) {
    await hub.db.platform((tx) => takeUpdate(tx, updateId))
    return false
  }
  const { organizationId, employeeId, deed } = given
  return hub.db.transact(
    organizationId,
    async (tx) => {
      // Another process has already executed the command.
      if (!(await takeUpdate(tx, updateId))) return true
      const used = await tx
        .delete(messengerCodes)
        .where(and(eq(messengerCodes.organizationId, organizationId), eq(messengerCodes.codeHash, codeHash)))
        .returning({ organizationId: messengerCodes.organizationId })
      if (used.length === 0) return false
      const now = new Date()
      await tx
        .update(messengerBindings)
        .set({
          chatId: chat.id,
          chatName: nameOf(chat),
          boundAt: now,
          boundById: employeeId,
          lostBy: null,
          sendingSince: null,
          nextAt: null,
          version: sql`${messengerBindings.version} + 1`,
        })
        .where(eq(messengerBindings.organizationId, organizationId))
      await noteCurrentTroubles(tx, now)
      await tx
        .insert(messengerNotices)
        .values({ organizationId, kind: 'bound', subject: newId(), at: now, facts: {} })
      return true
    },
    authorOf(employeeId, deed),
  )
}

/** Returns the author: the user who created the binding code. */
function authorOf(employeeId: string | null, deed: Command | null): Author {
  const at = new Date().toISOString()
  return {
    employeeId,
    storeIds: [],
    command: deed && { ...deed, id: newId(), at, action: 'messenger start' },
  }
}

/** Unbinds the chat from its organizations. Returns the number of organizations. */
async function lose(hub: Hub, chatId: number, by: 'Stopped' | 'Blocked'): Promise<number> {
  const ids = await organizationsOf(hub, chatId)
  for (const id of ids)
    await hub.db.transact(id, async (tx) => {
      const [row] = await tx
        .select({ chatId: messengerBindings.chatId })
        .from(messengerBindings)
        .where(eq(messengerBindings.organizationId, id))
        .for('update')
      if (row?.chatId === chatId) await unbindChat(tx, by)
    })
  return ids.length
}

/** Changes the id of a chat. A group gets a new id when it becomes a supergroup. */
export async function moveChat(hub: Pick<Hub, 'db'>, chatId: number, newChatId: number): Promise<void> {
  for (const id of await organizationsOf(hub, chatId))
    await hub.db.transact(id, (tx) =>
      tx
        .update(messengerBindings)
        .set({ chatId: newChatId })
        .where(and(eq(messengerBindings.organizationId, id), eq(messengerBindings.chatId, chatId))),
    )
}

const organizationsOf = ({ db }: Pick<Hub, 'db'>, chatId: number): Promise<string[]> =>
  db.platform((tx) => listIds(tx, sql`SELECT platform_messenger_organizations(${chatId}::bigint) AS id`))

/** Replies to the sender of a message. A reply lost in a crash is not retried. */
async function reply(
  hub: Hub,
  { api }: Bot,
  { chat, from }: Message,
  key: 'stopped' | 'unknownCode',
): Promise<void> {
  const language = MessengerLanguage.safeParse(from?.language_code?.slice(0, 2)).data ?? 'en'
  await api.send(chat.id, wordsOf(language)[key]).catch((error: unknown) => {
    hub.log.info({ err: error }, 'a message to the bot was not answered')
  })
}

const nameOf = ({ title, first_name: first, last_name: last, username }: Chat): string =>
  (title ?? ([first, last].filter(Boolean).join(' ') || username || 'Telegram'))
    .slice(0, 255)
    .replaceAll('\0', '')
