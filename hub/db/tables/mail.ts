import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MailKind, MailStatus } from '#shared/contracts/platform/mail.ts'
import { jsonColumn, timeColumn } from './columns.ts'
import { accounts, bytes } from './platform.ts'

/**
 * All emails that were sent or will be sent (hub/integrations/mail/). Tokens and links are not stored,
 * because they are created when the email is sent.
 */
export const mails = pgTable('mails', {
  id: uuid().primaryKey(),
  /** Unique key that prevents duplicate emails. */
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

/** Links with which employees get their account. They are looked up by token, before the organization is known. */
export const invitations = pgTable(
  'invitations',
  {
    organizationId: uuid().notNull(),
    employeeId: uuid().notNull(),
    /** Invited address. The invitation becomes invalid when the employee's address changes. */
    email: text().notNull(),
    /** Email with the valid link. Links of earlier emails are invalid. */
    mailId: uuid().notNull(),
    /** Null until the email is written. */
    tokenHash: bytes().unique('invitations_token_key'),
    /**
     * True when the hub sent no email and the inviting user passes the link on. Using the link then does not
     * verify the address.
     */
    isByHand: boolean().notNull().default(false),
    createdAt: timeColumn().notNull(),
    expiresAt: timeColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.employeeId] })],
)

/** Links for registering an organization, which also work while public sign-up is closed. */
export const signUpInvitations = pgTable('sign_up_invitations', {
  id: uuid().primaryKey(),
  email: text().notNull().unique('sign_up_invitations_email_key'),
  language: text().$type<'en' | 'ru'>().notNull(),
  /** Email with the valid link. Links of earlier emails are invalid. */
  mailId: uuid().notNull().unique('sign_up_invitations_mail_key'),
  /** Null until the email is written. */
  tokenHash: bytes().unique('sign_up_invitations_token_key'),
  /** True when the hub sent no email and the inviting user passes the link on, as in `invitations`. */
  isByHand: boolean().notNull().default(false),
  /** Account of the inviting SuperAdmin. */
  invitedById: uuid().notNull(),
  createdAt: timeColumn().notNull(),
  expiresAt: timeColumn().notNull(),
})

/**
 * Links for the owner of an account, to choose a new password or to verify the address. The id is that of the
 * email. Both kinds of links verify the address, and both allow a new password.
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
