import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { DEFAULT_WEIGHT_MASKS, type WeightMask } from '#shared/barcodes/weight-masks.ts'
import type { PriceRounding } from '#shared/catalog/price-rounding.ts'
import type { Permission } from '#shared/contracts/permissions.ts'
import type { TillLimits } from '#shared/contracts/till-limits.ts'
import type { TillReasons } from '#shared/contracts/till-reasons.ts'
import { jsonColumn, percentColumn, recordColumns, timeColumn } from './columns.ts'
import { bytes, organizations, unitsOfMeasure } from './platform.ts'

export const employeeRoles = pgTable(
  'employee_roles',
  {
    ...recordColumns,
    name: text().notNull(),
    isSystem: boolean().notNull().default(false),
    permissions: text().array().$type<Permission[]>().notNull(),
    /** What is left out is allowed. */
    tillLimits: jsonb().$type<Partial<TillLimits>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('employee_roles_name_key').on(table.organizationId, table.name),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
)

export const employees = pgTable(
  'employees',
  {
    ...recordColumns,
    lastName: text().notNull(),
    firstName: text(),
    middleName: text(),
    position: text(),
    phone: text(),
    email: text(),
    inn: text(),
    roleId: uuid().notNull(),
    accountId: uuid(),
    /** false: the account is locked in this organization. */
    isAccountActive: boolean().notNull().default(true),
    /** argon2id of the till PIN; null: does not work at tills. */
    posPinHash: text(),
    /** Tells that two have the same PIN (hub/auth/pin.ts); null where it was set before this was kept. */
    posPinKey: bytes(),
    /** Where they may sign in at tills; empty: everywhere. */
    retailPointIds: uuid().array().notNull().default([]),
    /** Whose stock and documents they see; empty: of all. */
    storeIds: uuid().array().notNull().default([]),
    isArchived: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('employees_account_key').on(table.organizationId, table.accountId),
    unique('employees_pos_pin_key').on(table.organizationId, table.posPinKey),
    foreignKey({
      columns: [table.organizationId, table.roleId],
      foreignColumns: [employeeRoles.organizationId, employeeRoles.id],
    }),
    index('employees_account_idx').on(table.accountId),
    index('employees_role_idx').on(table.organizationId, table.roleId),
  ],
)

/** Views of lists that people share (hub/features/organization/shared-views). */
export const sharedViews = pgTable(
  'shared_views',
  {
    ...recordColumns,
    key: text().notNull(),
    name: text().notNull(),
    value: jsonColumn<Record<string, unknown> | unknown[]>().notNull(),
    /** null: it is for everybody. */
    roleId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    foreignKey({
      columns: [table.organizationId, table.roleId],
      foreignColumns: [employeeRoles.organizationId, employeeRoles.id],
    }).onDelete('cascade'),
    index('shared_views_key_idx').on(table.organizationId, table.key),
    index('shared_views_role_idx').on(table.organizationId, table.roleId),
  ],
)

/** The junction that enables a global unit for an organization. */
export const organizationUnits = pgTable(
  'organization_units',
  {
    organizationId: uuid().notNull(),
    unitId: uuid()
      .notNull()
      .references(() => unitsOfMeasure.id),
    enabledAt: timeColumn().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.unitId] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
)

/** How the organization keeps its books (docs/domain.md#organization-settings). One row each. */
export const organizationSettings = pgTable(
  'organization_settings',
  {
    organizationId: uuid().primaryKey(),
    version: integer().notNull().default(1),
    /** For the back office; a till's sale is never refused for it. */
    allowNegativeStock: boolean().notNull().default(false),
    /** Up to the end of this day nothing changes any more. */
    closedUntil: date({ mode: 'string' }),
    yearlyNumbering: boolean().notNull().default(false),
    updateCostOnSupply: boolean().notNull().default(true),
    /** VAT of what is bought is no part of its cost. */
    recoversVat: boolean().notNull().default(false),
    /** null: no limit. Organizations from before there was a default have none. */
    returnPeriodDays: integer().default(14),
    /** Of prices in new documents that do not say. */
    vatIncluded: boolean().notNull().default(true),
    /** Of computed prices; null: by markup up to a whole unit, in bulk as fine as money. */
    priceRounding: jsonb().$type<PriceRounding>(),
    /** A new product without barcodes gets an internal EAN-13. */
    autoBarcode: boolean().notNull().default(false),
    /** Of new products that say neither a rate nor a group; null: without VAT. */
    defaultVatRate: percentColumn(),
    /** Whether what is sold is held to the minimum prices of products. */
    enforceMinPrice: boolean().notNull().default(true),
    /** How what promotions and a loyalty card take off a line come together (docs/domain.md#promotions). */
    discountStrategy: text().$type<'BySum' | 'ByPriority'>().notNull().default('BySum'),
    /** Who has one of these roles needs a second factor. */
    secondFactorRoleIds: uuid().array().notNull().default([]),
    /** How the labels of its scales are laid out. */
    weightBarcodePrefixes: jsonb()
      .$type<WeightMask[]>()
      .notNull()
      .default([...DEFAULT_WEIGHT_MASKS]),
    /** The reasons that tills offer, by purpose; a list that is left out is empty. */
    tillReasons: jsonb().$type<Partial<TillReasons>>().notNull().default({}),
    /** Tills take no other reasons. */
    onlyListedReasons: boolean().notNull().default(false),
  },
  (table) => [foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] })],
)

/** The owner offers the organization to a colleague (hub/features/organization/owner). */
export const ownershipOffers = pgTable('ownership_offers', {
  organizationId: uuid()
    .primaryKey()
    .references(() => organizations.id),
  employeeId: uuid().notNull(),
  offeredById: uuid().notNull(),
  createdAt: timeColumn().notNull(),
  expiresAt: timeColumn().notNull(),
})
