import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MessengerLanguage, NoticeKind } from '#shared/contracts/organization/messenger.ts'
import type { Deed } from '../transact.ts'
import { amountColumn, changeColumns, jsonColumn, timeColumn } from './columns.ts'
import { bytes } from './platform.ts'

/** How the hub stands with its bot. One row, which a migration has made. */
export const messengerBot = pgTable(
  'messenger_bot',
  {
    isOnly: boolean().primaryKey().default(true),
    /** The number before the colon of its token: update ids belong to one bot. */
    botId: text(),
    /** As links name it; null: it has not answered yet. */
    botName: text(),
    /** The first update that was not taken yet. */
    nextUpdateId: bigint({ mode: 'number' }).notNull().default(0),
    updateTakenAt: timeColumn(),
    /** The hub process that works with the bot, and until when no other one does. */
    heldBy: uuid(),
    heldUntil: timeColumn(),
    /** What the bot API said to the last call that failed. */
    trouble: text(),
    /** Since when every call has failed; null: the last one was answered. */
    troubleSince: timeColumn(),
  },
  () => [check('messenger_bot_one_row', sql`is_only`)],
)

/** What an organization is told of, and the chat that is told. */
export const messengerBindings = pgTable('messenger_bindings', {
  organizationId: uuid().primaryKey(),
  ...changeColumns(),
  /** null: no chat is bound. */
  chatId: bigint({ mode: 'number' }),
  chatName: text(),
  boundAt: timeColumn(),
  boundById: uuid(),
  /** Why the last chat is bound no more; null: it was unbound here, or there was none. */
  lostBy: text().$type<'Stopped' | 'Blocked'>(),
  language: text().$type<MessengerLanguage>().notNull(),
  lowStock: boolean().notNull(),
  shiftClosed: boolean().notNull(),
  largeReturn: boolean().notNull(),
  /** A return of so much or more is large. */
  largeReturnFrom: amountColumn().notNull(),
  tillSilent: boolean().notNull(),
  fiscalStuck: boolean().notNull().default(true),
  digest: boolean().notNull().default(false),
  /** Of the clocks of the organization, such as 09:00. */
  digestAt: text().notNull().default('09:00'),
  /** Of the clocks of the organization, such as 22:00; both or none. */
  quietFrom: text(),
  quietTo: text(),
  /** A message is under way since; what stays so has an unknown end. */
  sendingSince: timeColumn(),
  /** No message before. */
  nextAt: timeColumn(),
  /** What the bot API says to messages to this chat, and since when; null: the last one has arrived. */
  failure: text(),
  failingSince: timeColumn(),
})

/** Codes with which a chat is bound. Found by the code, before the organization is known. */
export const messengerCodes = pgTable(
  'messenger_codes',
  {
    codeHash: bytes().primaryKey(),
    organizationId: uuid().notNull(),
    employeeId: uuid(),
    /** Of who asked: the chat is bound for them. */
    deed: jsonColumn<Deed | null>().default(sql`nullif(current_setting('app.deed', true), '')::jsonb`),
    expiresAt: timeColumn().notNull(),
  },
  (table) => [index('messenger_codes_organization_idx').on(table.organizationId)],
)

/** What the chat is told, once for each occasion. */
export const messengerNotices = pgTable(
  'messenger_notices',
  {
    organizationId: uuid().notNull(),
    kind: text().$type<NoticeKind>().notNull(),
    /** The occasion: what it is about, and when where that happens again. */
    subject: text().notNull(),
    at: timeColumn().notNull(),
    /** What the words are made of (hub/features/organization/messenger/compose.ts). */
    facts: jsonColumn<Record<string, unknown>>().notNull(),
    /** How often it was in a message whose end is unknown. */
    tries: integer().notNull().default(0),
    sentAt: timeColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.kind, table.subject] }),
    index('messenger_notices_unsent_idx').on(table.organizationId, table.at).where(sql`sent_at is null`),
  ],
)
