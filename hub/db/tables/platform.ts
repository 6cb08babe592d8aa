import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import type { ProofMethod } from '#hub/auth/proof.ts'
import type { VatRateKind } from '#shared/catalog/vat-rate-kinds.ts'
import { changeColumns, jsonColumn, percentColumn, timeColumn } from './columns.ts'

/**
 * Tables of the platform as a whole. They hold what must be found before the organization is known (a login, a
 * pairing code) or what all organizations share (currencies, units). Everything else is a tenant table.
 */

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const currencies = pgTable('currencies', {
  id: uuid().primaryKey(),
  code: text().notNull().unique('currencies_code_key'),
  isoCode: text().notNull().unique('currencies_iso_code_key'),
  name: text().notNull(),
  symbol: text().notNull(),
  ...changeColumns(),
})

export const unitsOfMeasure = pgTable('units_of_measure', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  fullName: text().notNull(),
  nameEn: text(),
  nameKk: text(),
  code: text().notNull().unique('units_of_measure_code_key'),
  isFractional: boolean().notNull(),
  fiscalMeasure: integer().notNull(),
  isActive: boolean().notNull().default(true),
  ...changeColumns(),
})

/** Row-level security lets an organization see its own row only. */
export const organizations = pgTable('organizations', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  taxId: text(),
  country: text().notNull(),
  timeZone: text().notNull(),
  currencyId: uuid()
    .notNull()
    .references(() => currencies.id),
  ownerEmployeeId: uuid(),
  isArchived: boolean().notNull().default(false),
  /** Changed when the hub's history is not the one tills have seen (a restore): every cursor is then refused. */
  syncEpoch: uuid().notNull(),
  ...changeColumns(),
})

export const accounts = pgTable('accounts', {
  id: uuid().primaryKey(),
  email: text().notNull().unique('accounts_email_key'),
  passwordHash: text().notNull(),
  isActive: boolean().notNull().default(true),
  isSuperAdmin: boolean().notNull().default(false),
  /** The one it was made for; null for a SuperAdmin. Where its owner works stands in employees. */
  organizationId: uuid().references(() => organizations.id),
  /**
   * When its owner first showed that they read its mail: by a link of one, or by a provider that says so
   * (hub/features/account/address/prove-address.ts).
   */
  emailVerifiedAt: timeColumn(),
  /** false: it has only ever been signed in to by a provider; its hash is of no password. */
  hasPassword: boolean().notNull().default(true),
  /**
   * When a new password was chosen by mail: passkeys and identities let nobody in until the owner, signed in by that
   * password, says that they are theirs. null: they let in.
   */
  waysSuspendedAt: timeColumn(),
  ...changeColumns(),
})

/** Who people are at the providers of single sign-on: issuer and subject, whatever the address. */
export const accountIdentities = pgTable(
  'account_identities',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text(),
    createdAt: timeColumn().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('account_identities_subject_key').on(table.issuer, table.subject),
    index('account_identities_account_idx').on(table.accountId),
  ],
)

/** With what a browser that came back from a provider asks for tokens, once. */
export const signOnCodes = pgTable('sign_on_codes', {
  codeHash: bytes().primaryKey(),
  issuer: text().notNull(),
  subject: text().notNull(),
  email: text(),
  /** The provider says that the address is its user's. */
  isEmailVerified: boolean().notNull(),
  /** When its user proved who they are to the provider. */
  provenAt: timeColumn().notNull(),
  expiresAt: timeColumn().notNull(),
})

/** SuperAdmins at work in organizations (hub/auth/visit.ts). */
export const organizationVisits = pgTable(
  'organization_visits',
  {
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    id: uuid().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    mayAct: boolean().notNull(),
    startedAt: timeColumn().notNull(),
    endsAt: timeColumn().notNull(),
    /** null: nobody has ended it. */
    endedAt: timeColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('organization_visits_running_key')
      .on(table.organizationId, table.accountId)
      .where(sql`ended_at IS NULL`),
  ],
)

/** Opaque, stored as SHA-256; one family per sign-in, ended as a whole when a used one comes back (RFC 9700, 4.14.2). */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: bytes().primaryKey(),
    familyId: uuid().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: timeColumn().notNull().defaultNow(),
    expiresAt: timeColumn().notNull(),
    usedAt: timeColumn(),
    revokedAt: timeColumn(),
    /** When its sign-in began: that of the first of the family. */
    startedAt: timeColumn().notNull().defaultNow(),
    /** The organization that its access tokens are for; null for a SuperAdmin. */
    organizationId: uuid(),
    /** The client that it was issued to; nobody else can use it (RFC 6749, section 6). */
    clientId: text().notNull().default('counterfoil'),
    /** Whence it was asked for, and what the browser called itself. */
    address: text(),
    userAgent: text(),
    /** The token that this one was issued for; null for the first of a family. */
    parentHash: bytes(),
    /** When and by what its person proved who they are (RFC 8176); null: signed in before this was kept. */
    provenAt: timeColumn(),
    methods: text().array().$type<ProofMethod[]>().notNull().default([]),
  },
  (table) => [
    index('refresh_tokens_parent_idx').on(table.parentHash),
    index('refresh_tokens_family_idx').on(table.familyId),
    index('refresh_tokens_account_idx').on(table.accountId),
  ],
)

/** The second factor of a person: an app that makes codes (TOTP, RFC 6238), and codes for when it is lost. */
export const secondFactors = pgTable('second_factors', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  sealedSecret: text().notNull(),
  createdAt: timeColumn().notNull().defaultNow(),
  /** null: begun, but no code has come yet. It asks for nothing until then. */
  confirmedAt: timeColumn(),
  /** The last time step whose code was taken: none is taken twice. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  /** How many steps the clock of the app was ahead of ours at its last code. */
  drift: integer().notNull().default(0),
  /** Of the recovery codes that are left. */
  recoveryHashes: text().array().notNull().default([]),
})

/** WebAuthn credentials: keys that devices hold for their users. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    credentialId: text().notNull().unique('passkeys_credential_key'),
    publicKey: bytes().notNull(),
    /** Of signatures, as the device counts them; 0: it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    createdAt: timeColumn().notNull().defaultNow(),
    lastUsedAt: timeColumn(),
  },
  (table) => [index('passkeys_account_idx').on(table.accountId)],
)

/** What a device has to sign, once. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challengeHash: bytes().primaryKey(),
  /** Who makes a passkey with it; null: it is for signing in. */
  accountId: uuid(),
  expiresAt: timeColumn().notNull(),
})

/** What people have saved of their pages (hub/features/account/presets). */
export const userPresets = pgTable(
  'user_presets',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    id: uuid().notNull(),
    key: text().notNull(),
    name: text().notNull(),
    value: jsonColumn<Record<string, unknown> | unknown[]>().notNull(),
    isDefault: boolean().notNull().default(false),
    ...changeColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('user_presets_key_idx').on(table.accountId, table.key),
  ],
)

/** Where people have signed in from before (hub/auth/trusted-origins.ts); the origin is hashed with its account. */
export const trustedOrigins = pgTable(
  'trusted_origins',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    originHash: bytes().notNull(),
    lastUsedAt: timeColumn().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.originHash] })],
)

/** ES256 keys. The private half is sealed (hub/secrets/key-ring.ts). */
export const signingKeys = pgTable('signing_keys', {
  kid: text().primaryKey(),
  publicJwk: jsonb().notNull(),
  sealedPrivateJwk: text().notNull(),
  createdAt: timeColumn().notNull().defaultNow(),
})

/** The countries that every organization begins with; names by language. */
export const presetCountries = pgTable('preset_countries', {
  code: text().primaryKey(),
  alpha2: text().notNull().unique('preset_countries_alpha2_key'),
  nameEn: text().notNull(),
  nameRu: text().notNull(),
})

/** The VAT rates of each country, on the days they are law (docs/domain.md#vat-rates). */
export const vatRates = pgTable(
  'vat_rates',
  {
    id: uuid().primaryKey(),
    /** ISO 3166-1, two letters. */
    country: text().notNull(),
    rate: percentColumn().notNull(),
    kind: text().$type<VatRateKind>().notNull(),
    validFrom: date({ mode: 'string' }).notNull(),
    /** The last day; null: it has no end yet. */
    validTo: date({ mode: 'string' }),
  },
  (table) => [
    unique('vat_rates_key').on(table.country, table.rate, table.validFrom),
    check('vat_rates_days', sql`valid_to >= valid_from`),
  ],
)

export const pairingCodes = pgTable(
  'pairing_codes',
  {
    codeHash: bytes().primaryKey(),
    organizationId: uuid().notNull(),
    retailPointId: uuid().notNull(),
    /** The code is for an agent that takes the place of this device. */
    replacesDeviceId: uuid(),
    createdAt: timeColumn().notNull().defaultNow(),
    expiresAt: timeColumn().notNull(),
    usedAt: timeColumn(),
  },
  (table) => [index('pairing_codes_point_idx').on(table.organizationId, table.retailPointId)],
)

/** Kept by rate-limiter-flexible; its columns are that library's. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Answers to requests that carried an Idempotency-Key; the row and what the request did commit together. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    organizationId: uuid().notNull(),
    actorId: uuid().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    status: integer(),
    contentType: text(),
    location: text(),
    body: text(),
    createdAt: timeColumn().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.actorId, table.key] })],
)
