import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MailKind, MailStatus } from '#shared/contracts/platform/mail.ts'
import { jsonColumn, timeColumn } from './columns.ts'
import { accounts, bytes } from './platform.ts'

/** Every mail that is to be sent or was (hub/mail/). Tokens and links are not kept: they are made as it is sent. */
export const mails = pgTable('mails', {
  id: uuid().primaryKey(),
  /** One key, one mail. */
  key: text().notNull().unique('mails_key_key'),
  kind: text().$type<MailKind>().notNull(),
  recipient: text().notNull(),
  language: text().$type<'en' | 'ru'>().notNull(),
  data: jsonColumn<Record<string, string>>().notNull(),
  status: text().$type<MailStatus>().notNull().default('Queued'),
  /** What the mail server has said to the last attempt that failed. */
  error: text(),
  createdAt: timeColumn().notNull().defaultNow(),
  sentAt: timeColumn(),
})

/** Links with which employees get their account. Found by their token, before the organization is known. */
export const invitations = pgTable(
  'invitations',
  {
    organizationId: uuid().notNull(),
    employeeId: uuid().notNull(),
    /** It is void when the employee gets another address. */
    email: text().notNull(),
    /** Its link counts, no earlier one. */
    mailId: uuid().notNull(),
    /** null until the mail is written. */
    tokenHash: bytes().unique('invitations_token_key'),
    /** The hub sent no mail: who has invited saw the link and hands it over, so it proves no address. */
    isByHand: boolean().notNull().default(false),
    createdAt: timeColumn().notNull(),
    expiresAt: timeColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.employeeId] })],
)

/** Links with which somebody may register an organization, also where the sign-up is closed to others. */
export const signUpInvitations = pgTable('sign_up_invitations', {
  id: uuid().primaryKey(),
  email: text().notNull().unique('sign_up_invitations_email_key'),
  language: text().$type<'en' | 'ru'>().notNull(),
  /** Its link counts, no earlier one. */
  mailId: uuid().notNull().unique('sign_up_invitations_mail_key'),
  /** null until the mail is written. */
  tokenHash: bytes().unique('sign_up_invitations_token_key'),
  /** The same as in `invitations`. */
  isByHand: boolean().notNull().default(false),
  /** The account of the SuperAdmin. */
  invitedById: uuid().notNull(),
  createdAt: timeColumn().notNull(),
  expiresAt: timeColumn().notNull(),
})

/**
 * Links for the owner of an account, to choose a new password or to prove the address; the id is that of the mail. Either
 * proves the address, and either takes a new password.
 */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    tokenHash: bytes().notNull().unique('password_resets_token_key'),
    createdAt: timeColumn().notNull(),
    expiresAt: timeColumn().notNull(),
    usedAt: timeColumn(),
  },
  (table) => [index('password_resets_account_idx').on(table.accountId)],
)
