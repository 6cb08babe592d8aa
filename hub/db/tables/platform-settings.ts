import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ProviderKey } from '#shared/contracts/account/sign-on.ts'
import type { FeedbackKind } from '#shared/contracts/dashboard/feedback.ts'
import { changeColumns, timeColumn } from './columns.ts'

/** The rules of the platform as a whole. One row, which a migration has made. */
export const platformSettings = pgTable(
  'platform_settings',
  {
    isOnly: boolean().primaryKey().default(true),
    signUp: text().$type<'Open' | 'Invitation'>().notNull().default('Open'),
    /** Of each organization; null: no limit. */
    maxRetailPoints: integer(),
    maxProducts: integer(),
    maxRequestsPerMinute: integer(),
    /** Shown to everybody. */
    maintenanceNote: text(),
    ...changeColumns(),
  },
  () => [check('platform_settings_one_row', sql`is_only`)],
)

/** How the platform is reached and reaches people. One row, which a migration has made. */
export const platformChannels = pgTable(
  'platform_channels',
  {
    isOnly: boolean().primaryKey().default(true),
    /** What every link in a mail begins with; null: that of PUBLIC_URL. */
    publicUrl: text(),
    /** null: there is no mail server. */
    mailHost: text(),
    mailPort: integer(),
    mailTls: text().$type<'None' | 'StartTls' | 'Tls'>(),
    mailUser: text(),
    /** Sealed (hub/secrets/sealed-columns.ts). */
    mailPassword: text(),
    mailFromAddress: text(),
    mailFromName: text(),
    /** Of the bot of Telegram; sealed. null: there is none. */
    messengerToken: text(),
    /** The sealing key that a SuperAdmin has said to have a backup of. */
    backedUpKeyId: text(),
    ...changeColumns(),
  },
  () => [check('platform_channels_one_row', sql`is_only`)],
)

/** OpenID Connect providers that people may sign in with; written together with `platformChannels`. */
export const identityProviders = pgTable('identity_providers', {
  key: text().$type<ProviderKey>().primaryKey(),
  /** On the button; null: that of the provider. */
  name: text(),
  issuer: text().notNull(),
  clientId: text().notNull(),
  /** Sealed (hub/secrets/sealed-columns.ts); null: a public client. */
  clientSecret: text(),
})

/** The hub processes that do background jobs, and when each last said so. */
export const jobProcesses = pgTable('job_processes', {
  id: uuid().primaryKey(),
  seenAt: timeColumn().notNull(),
})

/** What people tell those who look after the platform. It says by itself who and where: both may be gone when it is read. */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid().primaryKey(),
    createdAt: timeColumn().notNull().defaultNow(),
    kind: text().$type<FeedbackKind>().notNull(),
    text: text().notNull(),
    /** Where in the console it was written. */
    page: text(),
    fromOrganizationId: uuid(),
    organizationName: text(),
    accountId: uuid(),
    email: text(),
  },
  (table) => [index('feedback_created_idx').on(table.createdAt, table.id)],
)
