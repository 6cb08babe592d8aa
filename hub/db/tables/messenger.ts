import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MessengerLanguage, NoticeKind } from '#shared/contracts/organization/messenger.ts'
import type { Command } from '../transact.ts'
import { amountColumn, changeColumns, jsonColumn, timeColumn } from './columns.ts'
import { bytes } from './platform.ts'

/** State of the hub's bot. A single row, created by a migration. */
export const messengerBot = pgTable(
  'messenger_bot',
  {
    isOnly: boolean().primaryKey().default(true),
    /** Number before the colon in the bot's token. Update ids are specific to one bot. */
    botId: text(),
    /** Bot name in links. Null until the bot has responded. */
    botName: text(),
    /** Id of the first update that was not processed yet. */
    nextUpdateId: bigint({ mode: 'number' }).notNull().default(0),
    updateTakenAt: timeColumn(),
    /** Hub process that uses the bot. Until `heldUntil`, no other process does. */
    heldBy: uuid(),
    heldUntil: timeColumn(),
    /** Error of the bot API in the last failed call. */
    trouble: text(),
    /** Time since which all calls have failed. Null when the last call succeeded. */
    troubleSince: timeColumn(),
  },
  () => [check('messenger_bot_one_row', sql`is_only`)],
)

/** Notices that an organization receives, and the chat that receives them. */
export const messengerBindings = pgTable('messenger_bindings', {
  organizationId: uuid().primaryKey(),
  ...changeColumns(),
  /** Null when no chat is linked. */
  chatId: bigint({ mode: 'number' }),
  chatName: text(),
  boundAt: timeColumn(),
  boundById: uuid(),
  /** Reason why the last chat lost its link. Null when it was unlinked here, or when there was none. */
  lostBy: text().$type<'Stopped' | 'Blocked'>(),
  language: text().$type<MessengerLanguage>().notNull(),
  lowStock: boolean().notNull(),
  shiftClosed: boolean().notNull(),
  largeReturn: boolean().notNull(),
  /** Minimum amount of a large return. */
  largeReturnFrom: amountColumn().notNull(),
  tillSilent: boolean().notNull(),
  fiscalStuck: boolean().notNull().default(true),
  digest: boolean().notNull().default(false),
  /** Time of day in the time zone of the organization, such as 09:00. */
  digestAt: text().notNull().default('09:00'),
  /** Time of day in the time zone of the organization, such as 22:00. Either both times are set or neither. */
  quietFrom: text(),
  quietTo: text(),
  /** Start time of a message that is being sent. If the value stays, the outcome is unknown. */
  sendingSince: timeColumn(),
  /** Earliest time of the next message. */
  nextAt: timeColumn(),
  /**
   * Error of the bot API for messages to this chat. It and `failingSince` are null when the last message was
   * delivered.
   */
  failure: text(),
  failingSince: timeColumn(),
})

/** Codes for linking a chat. They are looked up by code, before the organization is known. */
export const messengerCodes = pgTable(
  'messenger_codes',
  {
    codeHash: bytes().primaryKey(),
    organizationId: uuid().notNull(),
    employeeId: uuid(),
    /** Command that requested the code. The chat is linked on behalf of its user. */
    deed: jsonColumn<Command | null>().default(sql`nullif(current_setting('app.deed', true), '')::jsonb`),
    expiresAt: timeColumn().notNull(),
  },
  (table) => [index('messenger_codes_organization_idx').on(table.organizationId)],
)

/** Notices for the chat, one for each occasion. */
export const messengerNotices = pgTable(
  'messenger_notices',
  {
    organizationId: uuid().notNull(),
    kind: text().$type<NoticeKind>().notNull(),
    /** Key of the occasion: its subject, with the time if it can occur again. */
    subject: text().notNull(),
    at: timeColumn().notNull(),
    /** Data for the text of the notice (hub/features/connections/messenger/compose.ts). */
    facts: jsonColumn<Record<string, unknown>>().notNull(),
    /** Number of messages with this notice whose outcome is unknown. */
    tries: integer().notNull().default(0),
    sentAt: timeColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.kind, table.subject] }),
    index('messenger_notices_unsent_idx').on(table.organizationId, table.at).where(sql`sent_at is null`),
  ],
)
