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
 * Method by which a user proved their identity (RFC 8176): a password, a one-time or recovery code, a key
 * with user verification (a passkey), or an identity provider.
 */
export type ProofMethod = 'pwd' | 'otp' | 'pop' | 'mfa' | 'sso'

/**
 * Tables of the whole platform. They contain what must be found before the organization is known (a login, a
 * pairing code) and what all organizations share (currencies, units). Everything else is in tenant tables.
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

/** Row-level security lets an organization see only its own row. */
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
   * Changes when the hub's history differs from what tills have seen, after a restore. All cursors are then
   * refused.
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
   * Organization for which the account was created. Null for a SuperAdmin. The organizations where its owner
   * works are in the table `employees`.
   */
  organizationId: uuid().references(() => organizations.id),
  /**
   * Time when the owner first proved access to the address: by a link in an email, or by a provider that
   * confirms it (hub/features/account/address/prove-address.ts).
   */
  emailVerifiedAt: timeColumn(),
  /** False when only identity providers have signed in to the account. Its hash then matches no password. */
  hasPassword: boolean().notNull().default(true),
  /**
   * Time when a new password was chosen by email. Passkeys and identities are refused until the owner, signed
   * in with that password, confirms them. Null when they are accepted.
   */
  waysSuspendedAt: timeColumn(),
  ...changeColumns(),
})

/** Identities of users at single sign-on providers, identified by issuer and subject, whatever the address. */
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

/** One-time codes with which a browser that returned from a provider gets its tokens. */
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
    /** Null until the visit is ended manually. */
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
 * Opaque refresh tokens, stored as SHA-256. Each sign-in has one family, which is revoked as a whole when a
 * used token is presented again (RFC 9700, 4.14.2).
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
    /** Time of the sign-in, when the first token of the family was issued. */
    startedAt: timeColumn().notNull().defaultNow(),
    /** Organization of its access tokens. Null for a SuperAdmin. */
    organizationId: uuid(),
    /** Client to which the token was issued. No other client can use it (RFC 6749, section 6). */
    clientId: text().notNull().default('counterfoil'),
    /** Address of the request. `userAgent` is its browser. */
    address: text(),
    userAgent: text(),
    /** Hash of the token that this one replaced. Null for the first of a family. */
    parentHash: bytes(),
    /**
     * Time of the user's proof of identity, with its `methods` (RFC 8176). Null for a sign-in older than this
     * column.
     */
    provenAt: timeColumn(),
    methods: text().array().$type<ProofMethod[]>().notNull().default([]),
  },
  (table) => [
    index('refresh_tokens_parent_idx').on(table.parentHash),
    index('refresh_tokens_family_idx').on(table.familyId),
    index('refresh_tokens_account_idx').on(table.accountId),
  ],
)

/** Second factor of a user: an authenticator app (TOTP, RFC 6238), and recovery codes in case the app is lost. */
export const secondFactors = pgTable('second_factors', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  sealedSecret: text().notNull(),
  createdAt: timeColumn().notNull().defaultNow(),
  /** Null until the first code was entered. Until then the factor is not required. */
  confirmedAt: timeColumn(),
  /** Last time step whose code was accepted, so that no code is accepted twice. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  /** Number of time steps by which the app's clock was ahead of the hub's at the last code. */
  drift: integer().notNull().default(0),
  /** Hashes of the remaining recovery codes. */
  recoveryHashes: text().array().notNull().default([]),
})

/** WebAuthn credentials, whose private keys are on the users' devices. */
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
    /** Signature counter of the device. 0 when the device does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    createdAt: timeColumn().notNull().defaultNow(),
    lastUsedAt: timeColumn(),
  },
  (table) => [index('passkeys_account_idx').on(table.accountId)],
)

/** One-time challenges that a device must sign. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challengeHash: bytes().primaryKey(),
  /** Account that creates a passkey with the challenge. Null for a sign-in. */
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

/**
 * Origins of users' earlier sign-ins (hub/auth/trusted-origins.ts). Each origin is hashed together with its
 * account.
 */
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

/** ES256 keys. The private key is sealed (hub/secrets/key-ring.ts). */
export const signingKeys = pgTable('signing_keys', {
  kid: text().primaryKey(),
  publicJwk: jsonb().notNull(),
  sealedPrivateJwk: text().notNull(),
  createdAt: timeColumn().notNull().defaultNow(),
})

/** Countries that every organization starts with. Names are stored by language. */
export const presetCountries = pgTable('preset_countries', {
  code: text().primaryKey(),
  alpha2: text().notNull().unique('preset_countries_alpha2_key'),
  nameEn: text().notNull(),
  nameRu: text().notNull(),
})

/** VAT rates of each country, with the days on which they are in force (docs/domain.md#vat-rates). */
export const vatRates = pgTable(
  'vat_rates',
  {
    id: uuid().primaryKey(),
    /** Two-letter code of ISO 3166-1. */
    country: text().notNull(),
    rate: percentColumn().notNull(),
    kind: text().$type<VatRateKind>().notNull(),
    validFrom: date({ mode: 'string' }).notNull(),
    /** Last day of validity. Null when no end is known. */
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
    /** Device to be replaced by the agent that enrols with this code. */
    replacesDeviceId: uuid(),
    createdAt: timeColumn().notNull().defaultNow(),
    expiresAt: timeColumn().notNull(),
    usedAt: timeColumn(),
  },
  (table) => [index('pairing_codes_point_idx').on(table.organizationId, table.retailPointId)],
)

/** Managed by rate-limiter-flexible, which defines the columns. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** Responses to requests with an Idempotency-Key. A row is committed together with the changes of its request. */
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
