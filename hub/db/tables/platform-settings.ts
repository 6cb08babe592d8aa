import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ProviderKey } from '#shared/contracts/account/sign-on.ts'
import type { FeedbackKind } from '#shared/contracts/dashboard/feedback.ts'
import { changeColumns, timeColumn } from './columns.ts'

/** Settings of the whole platform. A single row, created by a migration. */
export const platformSettings = pgTable(
  'platform_settings',
  {
    isOnly: boolean().primaryKey().default(true),
    signUp: text().$type<'Open' | 'Invitation'>().notNull().default('Open'),
    /** Limits for each organization. Null means no limit. */
    maxRetailPoints: integer(),
    maxProducts: integer(),
    maxRequestsPerMinute: integer(),
    /** Note shown to every user. */
    maintenanceNote: text(),
    ...changeColumns(),
  },
  () => [check('platform_settings_one_row', sql`is_only`)],
)

/** Public address, mail server and messenger of the platform. A single row, created by a migration. */
export const platformChannels = pgTable(
  'platform_channels',
  {
    isOnly: boolean().primaryKey().default(true),
    /** Base URL of all links in emails. Null for PUBLIC_URL. */
    publicUrl: text(),
    /** Null when there is no mail server. */
    mailHost: text(),
    mailPort: integer(),
    mailTls: text().$type<'None' | 'StartTls' | 'Tls'>(),
    mailUser: text(),
    /** Sealed (hub/secrets/sealed-columns.ts). */
    mailPassword: text(),
    mailFromAddress: text(),
    mailFromName: text(),
    /** Sealed token of the Telegram bot. Null without a bot. */
    messengerToken: text(),
    /** Sealing key whose backup a SuperAdmin has confirmed. */
    backedUpKeyId: text(),
    ...changeColumns(),
  },
  () => [check('platform_channels_one_row', sql`is_only`)],
)

/** OpenID Connect providers for sign-in, written together with `platformChannels`. */
export const identityProviders = pgTable('identity_providers', {
  key: text().$type<ProviderKey>().primaryKey(),
  /** Name on the button. Null for the provider's name. */
  name: text(),
  issuer: text().notNull(),
  clientId: text().notNull(),
  /** Sealed (hub/secrets/sealed-columns.ts). Null for a public client. */
  clientSecret: text(),
})

/** Hub processes that run background jobs, with the time of their last report. */
export const jobProcesses = pgTable('job_processes', {
  id: uuid().primaryKey(),
  seenAt: timeColumn().notNull(),
})

/**
 * Feedback from users to the operators of the platform. Each row contains the names of its user and
 * organization, because both may be deleted before it is read.
 */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid().primaryKey(),
    createdAt: timeColumn().notNull().defaultNow(),
    kind: text().$type<FeedbackKind>().notNull(),
    text: text().notNull(),
    /** Page of the console from which it was sent. */
    page: text(),
    fromOrganizationId: uuid(),
    organizationName: text(),
    accountId: uuid(),
    email: text(),
  },
  (table) => [index('feedback_created_idx').on(table.createdAt, table.id)],
)
