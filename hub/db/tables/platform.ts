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

import type { VatRateKind } from '#shared/domain/vat-rate-kinds.ts'
import { changeColumns, jsonColumn, percentColumn, timeColumn } from './columns.ts'

/**
 * Method by which a user proves their identity (RFC 8176): password, one-time code or recovery code, a key
 * with user verification (a passkey), or an identity provider.
 */
export type ProofMethod = 'pwd' | 'otp' | 'pop' | 'mfa' | 'sso'

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
  /**
   * Changes when the hub's history differs from the one that tills have seen (a restore): every cursor is
   * refused then.
   */
  syncEpoch: uuid().notNull(),
  ...changeColumns(),
})

export const accounts = pgTable('accounts', {
  id: uuid().primaryKey(),
  email: text().notNull().unique('accounts_email_key'),
  passwordHash: text().notNull(),
  isActive: boolean().notNull().default(true),
  isSuperAdmin: boolean().notNull().default(false),
  /**
   * Organization that the account was made for; null for a SuperAdmin. The table `employees` has the
   * organizations where its owner works.
   */
  organizationId: uuid().references(() => organizations.id),
  /**
   * Time when its owner first proved to read the mail of the address: by a link in a mail, or by a provider
   * that confirms it (hub/features/account/address/prove-address.ts).
   */
  emailVerifiedAt: timeColumn(),
  /** False when only a provider has ever signed in to the account; its hash matches no password. */
  hasPassword: boolean().notNull().default(true),
  /**
   * Time when a new password was chosen by mail. Passkeys and identities are refused until the owner, signed
   * in by that password, confirms them. null: they are accepted.
   */
  waysSuspendedAt: timeColumn(),
  ...changeColumns(),
})

/** Identities of users at providers of single sign-on: issuer and subject, whatever the address. */
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

/** One-time codes for which a browser that returned from a provider gets its tokens. */
export const signOnCodes = pgTable('sign_on_codes', {
  codeHash: bytes().primaryKey(),
  issuer: text().notNull(),
  subject: text().notNull(),
  email: text(),
  /** True when the provider confirms that the address belongs to its user. */
  isEmailVerified: boolean().notNull(),
  /** Time when the user proved their identity to the provider. */
  provenAt: timeColumn().notNull(),
  expiresAt: timeColumn().notNull(),
})

/** Visits of SuperAdmins to organizations (hub/auth/visit.ts). */
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
    /** null: nobody has ended the visit. */
    endedAt: timeColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('organization_visits_running_key')
      .on(table.organizationId, table.accountId)
      .where(sql`ended_at IS NULL`),
  ],
)

/**
 * Refresh tokens: opaque, stored as SHA-256. Each sign-in has one family, which ends as a whole when a used
 * token comes back (RFC 9700, 4.14.2).
 */
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
    /** Time of the sign-in: the start of the first token of the family. */
    startedAt: timeColumn().notNull().defaultNow(),
    /** Organization that its access tokens are for; null for a SuperAdmin. */
    organizationId: uuid(),
    /** Client that the token was issued to; no other client can use it (RFC 6749, section 6). */
    clientId: text().notNull().default('counterfoil'),
    /** Address of the request, and `userAgent` of its browser. */
    address: text(),
    userAgent: text(),
    /** Token that this one was issued for; null for the first of a family. */
    parentHash: bytes(),
    /** Time and `methods` of the user's proof of identity (RFC 8176); null: the sign-in is older than this column. */
    provenAt: timeColumn(),
    methods: text().array().$type<ProofMethod[]>().notNull().default([]),
  },
  (table) => [
    index('refresh_tokens_parent_idx').on(table.parentHash),
    index('refresh_tokens_family_idx').on(table.familyId),
    index('refresh_tokens_account_idx').on(table.accountId),
  ],
)

/** Second factor of a user: an app that makes codes (TOTP, RFC 6238), and recovery codes in case the app is lost. */
export const secondFactors = pgTable('second_factors', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  sealedSecret: text().notNull(),
  createdAt: timeColumn().notNull().defaultNow(),
  /** null: set up, but no code was entered yet. The factor is not required until then. */
  confirmedAt: timeColumn(),
  /** Last time step whose code was accepted: no code is accepted twice. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  /** Number of steps by which the clock of the app was ahead of the hub's at the last code. */
  drift: integer().notNull().default(0),
  /** Hashes of the remaining recovery codes. */
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
    /** Signature counter of the device; 0: the device does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    createdAt: timeColumn().notNull().defaultNow(),
    lastUsedAt: timeColumn(),
  },
  (table) => [index('passkeys_account_idx').on(table.accountId)],
)

/** One-time challenges that a device has to sign. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challengeHash: bytes().primaryKey(),
  /** Account that makes a passkey with it; null: it is for signing in. */
  accountId: uuid(),
  expiresAt: timeColumn().notNull(),
})

/** Presets that users have saved for their pages (hub/features/account/presets). */
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

/** Origins of earlier sign-ins of users (hub/auth/trusted-origins.ts). The origin is hashed with its account. */
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

/** Countries that every organization starts with; names by language. */
export const presetCountries = pgTable('preset_countries', {
  code: text().primaryKey(),
  alpha2: text().notNull().unique('preset_countries_alpha2_key'),
  nameEn: text().notNull(),
  nameRu: text().notNull(),
})

/** VAT rates of each country, with the days on which they are law (docs/domain.md#vat-rates). */
export const vatRates = pgTable(
  'vat_rates',
  {
    id: uuid().primaryKey(),
    /** ISO 3166-1, two letters. */
    country: text().notNull(),
    rate: percentColumn().notNull(),
    kind: text().$type<VatRateKind>().notNull(),
    validFrom: date({ mode: 'string' }).notNull(),
    /** Last day of validity; null: no end yet. */
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
    /** Device that the agent with this code replaces. */
    replacesDeviceId: uuid(),
    createdAt: timeColumn().notNull().defaultNow(),
    expiresAt: timeColumn().notNull(),
    usedAt: timeColumn(),
  },
  (table) => [index('pairing_codes_point_idx').on(table.organizationId, table.retailPointId)],
)

/** Maintained by rate-limiter-flexible, which defines the columns. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Responses to requests with an Idempotency-Key. The row commits together with the changes of the request. */
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
