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
import type { Permission } from '#shared/domain/permissions.ts'
import type { PriceRounding } from '#shared/domain/price-rounding.ts'
import type { TillLimits } from '#shared/domain/till-limits.ts'
import type { TillReasons } from '#shared/domain/till-reasons.ts'
import { DEFAULT_WEIGHT_MASKS, type WeightMask } from '#shared/domain/weight-masks.ts'
import { jsonColumn, percentColumn, recordColumns, timeColumn } from './columns.ts'
import { bytes, organizations, unitsOfMeasure } from './platform.ts'

export const employeeRoles = pgTable(
  'employee_roles',
  {
    ...recordColumns,
    name: text().notNull(),
    isSystem: boolean().notNull().default(false),
    permissions: text().array().$type<Permission[]>().notNull(),
    /** Limits at tills. A missing limit allows everything. */
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
    /** False when the account is locked in this organization. */
    isAccountActive: boolean().notNull().default(true),
    /** argon2id hash of the till PIN. Null for an employee who does not work at tills. */
    posPinHash: text(),
    /** Key that detects two employees with the same PIN (hub/auth/pin.ts). Null for a PIN older than this column. */
    posPinKey: bytes(),
    /** Retail points where the employee can sign in at tills. Empty means all. */
    retailPointIds: uuid().array().notNull().default([]),
    /** Stores whose stock and documents the employee can see. Empty means all. */
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

/** List views shared between users (hub/features/organization/shared-views). */
export const sharedViews = pgTable(
  'shared_views',
  {
    ...recordColumns,
    key: text().notNull(),
    name: text().notNull(),
    value: jsonColumn<Record<string, unknown> | unknown[]>().notNull(),
    /** Null when the view is shared with everybody. */
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

/** Global units that an organization has enabled. */
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

/** Accounting settings, one row for each organization (docs/domain.md#organization-settings). */
export const organizationSettings = pgTable(
  'organization_settings',
  {
    organizationId: uuid().primaryKey(),
    version: integer().notNull().default(1),
    /** Setting of the back office. A till's sale is never refused because of it. */
    allowNegativeStock: boolean().notNull().default(false),
    /** Last day of the closed period. Nothing can change up to the end of this day. */
    closedUntil: date({ mode: 'string' }),
    yearlyNumbering: boolean().notNull().default(false),
    updateCostOnSupply: boolean().notNull().default(true),
    /** True when the VAT of purchases is not part of their cost. */
    recoversVat: boolean().notNull().default(false),
    /** Null for no limit. Organizations older than the default have none. */
    returnPeriodDays: integer().default(14),
    /** Default for prices in new documents. */
    vatIncluded: boolean().notNull().default(true),
    /**
     * Rounding of calculated prices. When null, prices by markup are rounded up to a whole unit, and prices
     * changed in bulk keep the precision of money.
     */
    priceRounding: jsonb().$type<PriceRounding>(),
    /** True when a new product without barcodes gets an internal EAN-13. */
    autoBarcode: boolean().notNull().default(false),
    /** VAT rate of new products that have neither a rate nor a group. Null means without VAT. */
    defaultVatRate: percentColumn(),
    /** True when sales must not go below the minimum prices of products. */
    enforceMinPrice: boolean().notNull().default(true),
    /** Rule for combining the discounts of promotions and of a loyalty card on a line (docs/domain.md#promotions). */
    discountStrategy: text().$type<'BySum' | 'ByPriority'>().notNull().default('BySum'),
    /** Roles that require a second factor. */
    secondFactorRoleIds: uuid().array().notNull().default([]),
    /** Layouts of the barcodes printed by scales. */
    weightBarcodePrefixes: jsonb()
      .$type<WeightMask[]>()
      .notNull()
      .default([...DEFAULT_WEIGHT_MASKS]),
    /** Reasons offered by tills, by purpose. A missing list is empty. */
    tillReasons: jsonb().$type<Partial<TillReasons>>().notNull().default({}),
    /** True when tills accept no other reasons. */
    onlyListedReasons: boolean().notNull().default(false),
  },
  (table) => [foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] })],
)

/** Offer of the owner to transfer the organization to a colleague (hub/features/organization/owner). */
export const ownershipOffers = pgTable('ownership_offers', {
  organizationId: uuid()
    .primaryKey()
    .references(() => organizations.id),
  employeeId: uuid().notNull(),
  offeredById: uuid().notNull(),
  createdAt: timeColumn().notNull(),
  expiresAt: timeColumn().notNull(),
})
