import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ProviderKey } from '#shared/contracts/account/sign-on.ts'
import type { FeedbackKind } from '#shared/contracts/dashboard/feedback.ts'
import { changeColumns, timeColumn } from './columns.ts'

/** Rules of the platform as a whole. One row, created by a migration. */
export const platformSettings = pgTable(
  'platform_settings',
  {
    isOnly: boolean().primaryKey().default(true),
    signUp: text().$type<'Open' | 'Invitation'>().notNull().default('Open'),
    /** Limits of each organization; null: no limit. */
    maxRetailPoints: integer(),
    maxProducts: integer(),
    maxRequestsPerMinute: integer(),
    /** Note that every user sees. */
    maintenanceNote: text(),
    ...changeColumns(),
  },
  () => [check('platform_settings_one_row', sql`is_only`)],
)

/** Public address, mail server and messenger of the platform. One row, created by a migration. */
export const platformChannels = pgTable(
  'platform_channels',
  {
    isOnly: boolean().primaryKey().default(true),
    /** Beginning of every link in a mail; null: PUBLIC_URL. */
    publicUrl: text(),
    /** null: no mail server. */
    mailHost: text(),
    mailPort: integer(),
    mailTls: text().$type<'None' | 'StartTls' | 'Tls'>(),
    mailUser: text(),
    /** Sealed (hub/secrets/sealed-columns.ts). */
    mailPassword: text(),
    mailFromAddress: text(),
    mailFromName: text(),
    /** Sealed token of the Telegram bot; null: no bot. */
    messengerToken: text(),
    /** Sealing key whose backup a SuperAdmin has confirmed. */
    backedUpKeyId: text(),
    ...changeColumns(),
  },
  () => [check('platform_channels_one_row', sql`is_only`)],
)

/** OpenID Connect providers for signing in; written together with `platformChannels`. */
export const identityProviders = pgTable('identity_providers', {
  key: text().$type<ProviderKey>().primaryKey(),
  /** Name on the button; null: that of the provider. */
  name: text(),
  issuer: text().notNull(),
  clientId: text().notNull(),
  /** Sealed (hub/secrets/sealed-columns.ts); null: a public client. */
  clientSecret: text(),
})

/** Hub processes that run background jobs, with the time of their last report. */
export const jobProcesses = pgTable('job_processes', {
  id: uuid().primaryKey(),
  seenAt: timeColumn().notNull(),
})

/**
 * Feedback of users to the operators of the platform. A row names its user and place itself: both may be gone
 * when it is read.
 */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid().primaryKey(),
    createdAt: timeColumn().notNull().defaultNow(),
    kind: text().$type<FeedbackKind>().notNull(),
    text: text().notNull(),
    /** Page of the console where it was written. */
    page: text(),
    fromOrganizationId: uuid(),
    organizationName: text(),
    accountId: uuid(),
    email: text(),
  },
  (table) => [index('feedback_created_idx').on(table.createdAt, table.id)],
)
