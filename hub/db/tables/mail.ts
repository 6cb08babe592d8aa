import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MailKind, MailStatus } from '#shared/contracts/platform/mail.ts'
import { jsonColumn, timeColumn } from './columns.ts'
import { accounts, bytes } from './platform.ts'

/**
 * All mails that were sent or are to be sent (hub/integrations/mail/). Tokens and links are not kept: they are made at
 * sending.
 */
export const mails = pgTable('mails', {
  id: uuid().primaryKey(),
  /** Unique key: at most one mail has it. */
  key: text().notNull().unique('mails_key_key'),
  kind: text().$type<MailKind>().notNull(),
  recipient: text().notNull(),
  language: text().$type<'en' | 'ru'>().notNull(),
  data: jsonColumn<Record<string, string>>().notNull(),
  status: text().$type<MailStatus>().notNull().default('Queued'),
  /** Response of the mail server to the last failed attempt. */
  error: text(),
  createdAt: timeColumn().notNull().defaultNow(),
  sentAt: timeColumn(),
})

/**
 * Links through which employees get their account. They are found by their token, before the organization is
 * known.
 */
export const invitations = pgTable(
  'invitations',
  {
    organizationId: uuid().notNull(),
    employeeId: uuid().notNull(),
    /** Address invited. The invitation is void when the employee gets another address. */
    email: text().notNull(),
    /** Mail with the valid link; links of earlier mails are void. */
    mailId: uuid().notNull(),
    /** null until the mail is written. */
    tokenHash: bytes().unique('invitations_token_key'),
    /** True when the hub sent no mail: the inviting user saw the link and passes it on, so it proves no address. */
    isByHand: boolean().notNull().default(false),
    createdAt: timeColumn().notNull(),
    expiresAt: timeColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.employeeId] })],
)

/** Links for registering an organization, also while the sign-up is closed to others. */
export const signUpInvitations = pgTable('sign_up_invitations', {
  id: uuid().primaryKey(),
  email: text().notNull().unique('sign_up_invitations_email_key'),
  language: text().$type<'en' | 'ru'>().notNull(),
  /** Mail with the valid link; links of earlier mails are void. */
  mailId: uuid().notNull().unique('sign_up_invitations_mail_key'),
  /** null until the mail is written. */
  tokenHash: bytes().unique('sign_up_invitations_token_key'),
  /** Same as in `invitations`. */
  isByHand: boolean().notNull().default(false),
  /** Account of the SuperAdmin. */
  invitedById: uuid().notNull(),
  createdAt: timeColumn().notNull(),
  expiresAt: timeColumn().notNull(),
})

/**
 * Links for the owner of an account, to choose a new password or to prove the address. The id is that of the
 * mail. Either link proves the address, and either accepts a new password.
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
