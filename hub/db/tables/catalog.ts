import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { BankAccount, CounterpartyKind } from '#shared/contracts/catalog/counterparties.ts'
import type { CashRounding, CashRoundingScope } from '#shared/domain/cash-rounding.ts'
import type { ReceiptLanguage } from '#shared/domain/receipt-languages.ts'
import type { TaxSystem } from '#shared/domain/tax-system.ts'
import type { TillTenderType } from '#shared/domain/tenders.ts'
import type { ZeroLines } from '#shared/domain/zero-lines.ts'
import type { Amount, Percent } from '#shared/money/decimal.ts'
import { amountColumn, jsonColumn, percentColumn, rateColumn, recordColumns, timeColumn } from './columns.ts'
import { employees } from './organization.ts'
import { organizations } from './platform.ts'

/**
 * Countries of an organization. Preset countries are created with the organization and cannot be changed. It
 * can add others.
 */
export const countries = pgTable(
  'countries',
  {
    ...recordColumns,
    name: text().notNull(),
    /** Three-digit code of ISO 3166-1. */
    code: text(),
    alpha2: text(),
    isPreset: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('countries_name_key').on(table.organizationId, table.name),
    unique('countries_code_key').on(table.organizationId, table.code),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
)

/** Currencies of an organization. A preset has the id of the corresponding platform currency. */
export const organizationCurrencies = pgTable(
  'organization_currencies',
  {
    ...recordColumns,
    name: text().notNull(),
    fullName: text(),
    /** Three-digit code of ISO 4217. */
    code: text().notNull(),
    isoCode: text().notNull(),
    symbol: text(),
    isPreset: boolean().notNull().default(false),
    isArchived: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('organization_currencies_code_key').on(table.organizationId, table.code),
    unique('organization_currencies_iso_code_key').on(table.organizationId, table.isoCode),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
)

/**
 * Value of `multiplicity` units of a currency in the organization's currency, from a day until the next rate.
 * The organization's currency itself has no rates.
 */
export const currencyRates = pgTable(
  'currency_rates',
  {
    organizationId: uuid().notNull(),
    currencyId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    rate: rateColumn().notNull(),
    multiplicity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.currencyId, table.day] }),
    foreignKey({
      columns: [table.organizationId, table.currencyId],
      foreignColumns: [organizationCurrencies.organizationId, organizationCurrencies.id],
    }),
  ],
)

export const priceTypes = pgTable(
  'price_types',
  {
    ...recordColumns,
    name: text().notNull(),
    sortOrder: integer().notNull(),
    isDefault: boolean().notNull(),
    currencyId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('price_types_name_key').on(table.organizationId, table.name),
    foreignKey({
      columns: [table.organizationId, table.currencyId],
      foreignColumns: [organizationCurrencies.organizationId, organizationCurrencies.id],
    }),
    index('price_types_currency_idx').on(table.organizationId, table.currencyId),
  ],
)

export const stores = pgTable(
  'stores',
  {
    ...recordColumns,
    name: text().notNull(),
    code: text(),
    address: text(),
    parentId: uuid(),
    isDefault: boolean().notNull(),
    isArchived: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('stores_name_key').on(table.organizationId, table.name),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    foreignKey({
      columns: [table.organizationId, table.parentId],
      foreignColumns: [table.organizationId, table.id],
    }),
    index('stores_parent_idx').on(table.organizationId, table.parentId),
  ],
)

export const retailPoints = pgTable(
  'retail_points',
  {
    ...recordColumns,
    name: text().notNull(),
    code: text(),
    address: text(),
    storeId: uuid().notNull(),
    priceTypeId: uuid().notNull(),
    isActive: boolean().notNull(),
    /** Prefix for the numbers of documents created at this retail point. */
    numberPrefix: text().notNull().default(''),
    onlyInStock: boolean().notNull().default(false),
    controlStock: boolean().notNull().default(false),
    allowDiscount: boolean().notNull().default(true),
    maxDiscountPercent: percentColumn()
      .notNull()
      .default(100_00 as Percent),
    zeroLines: text().$type<ZeroLines>().notNull().default('Cent'),
    allowCustomPrice: boolean().notNull(),
    allowDeleteLines: boolean().notNull().default(true),
    allowReturnWithoutBasis: boolean().notNull(),
    allowReturnFromClosedShift: boolean().notNull().default(true),
    allowRefundOtherTender: boolean().notNull().default(false),
    requireShift: boolean().notNull().default(true),
    blindClose: boolean().notNull().default(false),
    /** Maximum payment by a gift voucher while the till cannot query its balance. */
    offlineVoucherLimit: amountColumn()
      .notNull()
      .default(0 as Amount),
    /**
     * Maximum amount for which tills sell or reload a gift voucher without a supervisor. 0 means that they
     * sell none.
     */
    maxVoucherSale: amountColumn()
      .notNull()
      .default(0 as Amount),
    requireCashierChoice: boolean().notNull().default(false),
    printAlways: boolean().notNull().default(false),
    syncCustomers: boolean().notNull().default(false),
    receiptLanguage: text().$type<ReceiptLanguage>().notNull().default('ru'),
    /** Null for the tax system of the organization. */
    taxSystem: text().$type<TaxSystem>(),
    vatIncluded: boolean().notNull(),
    cashRounding: text().$type<CashRounding>().notNull().default('None'),
    cashRoundingStep: amountColumn()
      .notNull()
      .default(1 as Amount),
    cashRoundingAppliesTo: text().$type<CashRoundingScope>().notNull().default('CashOnly'),
    paymentTypes: text().array().$type<TillTenderType[]>().notNull().default(['Cash', 'Card']),
    receiptHeader: text(),
    receiptFooter: text(),
    paperWidth: integer().$type<58 | 80>().notNull(),
    /** Key of the folder with the logo files (hub/features/uploads/image-files.ts). Null without a logo. */
    logoKey: text(),
    receiptQr: boolean().notNull().default(false),
    /** Favorite products of the shop, in order. `favouritesArrangedAt` is the time of their last change. */
    favouriteProductIds: uuid().array().notNull().default([]),
    favouritesArrangedAt: timeColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('retail_points_name_key').on(table.organizationId, table.name),
    foreignKey({
      columns: [table.organizationId, table.storeId],
      foreignColumns: [stores.organizationId, stores.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.priceTypeId],
      foreignColumns: [priceTypes.organizationId, priceTypes.id],
    }),
    index('retail_points_store_idx').on(table.organizationId, table.storeId),
    index('retail_points_price_type_idx').on(table.organizationId, table.priceTypeId),
  ],
)

/** Groups of the assortment, each including its subgroups. No rows mean that every product belongs to it. */
export const retailPointGroups = pgTable(
  'retail_point_groups',
  {
    organizationId: uuid().notNull(),
    retailPointId: uuid().notNull(),
    productGroupId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.retailPointId, table.productGroupId] }),
    foreignKey({
      columns: [table.organizationId, table.retailPointId],
      foreignColumns: [retailPoints.organizationId, retailPoints.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.productGroupId],
      foreignColumns: [productGroups.organizationId, productGroups.id],
    }),
    index('retail_point_groups_group_idx').on(table.organizationId, table.productGroupId),
  ],
)

/** Cashiers of a retail point. No rows mean that every employee with the permission can work there. */
export const retailPointCashiers = pgTable(
  'retail_point_cashiers',
  {
    organizationId: uuid().notNull(),
    retailPointId: uuid().notNull(),
    employeeId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.retailPointId, table.employeeId] }),
    foreignKey({
      columns: [table.organizationId, table.retailPointId],
      foreignColumns: [retailPoints.organizationId, retailPoints.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.employeeId],
      foreignColumns: [employees.organizationId, employees.id],
    }),
    index('retail_point_cashiers_employee_idx').on(table.organizationId, table.employeeId),
  ],
)

export const productGroups = pgTable(
  'product_groups',
  {
    ...recordColumns,
    name: text().notNull(),
    parentId: uuid(),
    /** Markup as a fraction: 0.25 is 25 %. Null for the markup of the nearest parent group that has one. */
    markup: numeric({ precision: 9, scale: 4, mode: 'number' }),
    vatRate: percentColumn(),
    useParentVat: boolean().notNull().default(true),
    code: text(),
    externalCode: text(),
    /**
     * An imported product whose name contains one of the keywords is assigned to this group
     * (docs/domain.md#import-groups).
     */
    keywords: text().array().notNull().default([]),
    sortOrder: integer().notNull(),
    isArchived: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('product_groups_name_key').on(table.organizationId, table.parentId, table.name).nullsNotDistinct(),
    unique('product_groups_external_code_key').on(table.organizationId, table.externalCode),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    foreignKey({
      columns: [table.organizationId, table.parentId],
      foreignColumns: [table.organizationId, table.id],
    }),
  ],
)

export const counterparties = pgTable(
  'counterparties',
  {
    ...recordColumns,
    name: text().notNull(),
    kind: text().$type<CounterpartyKind>().notNull().default('LegalEntity'),
    isSupplier: boolean().notNull().default(true),
    isCustomer: boolean().notNull().default(true),
    taxId: text(),
    kpp: text(),
    ogrn: text(),
    okpo: text(),
    legalTitle: text(),
    legalAddress: text(),
    actualAddress: text(),
    phone: text(),
    /** E.164 number for search. Null when `phone` is not a valid number. */
    phoneNumber: text(),
    email: text(),
    birthDate: date({ mode: 'string' }),
    sex: text().$type<'Male' | 'Female'>(),
    priceTypeId: uuid(),
    bankAccounts: jsonColumn<BankAccount[]>().notNull().default([]),
    tags: text().array().notNull().default([]),
    code: text(),
    externalCode: text(),
    description: text(),
    /** True for the customer of sales without a named customer. It cannot be deleted. */
    isSystem: boolean().notNull().default(false),
    isArchived: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('counterparties_code_key').on(table.organizationId, table.code),
    unique('counterparties_external_code_key').on(table.organizationId, table.externalCode),
    uniqueIndex('counterparties_system_key').on(table.organizationId).where(sql`is_system`),
    foreignKey({
      columns: [table.organizationId, table.priceTypeId],
      foreignColumns: [priceTypes.organizationId, priceTypes.id],
    }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    index('counterparties_name_idx').on(table.organizationId, table.name, table.id),
    index('counterparties_tax_id_idx').on(table.organizationId, table.taxId),
    index('counterparties_phone_idx').on(table.organizationId, table.phoneNumber),
    index('counterparties_price_type_idx').on(table.organizationId, table.priceTypeId),
  ],
)

/** Counters by name, such as that of automatic product codes. A transaction that takes a number locks the row. */
export const counters = pgTable(
  'counters',
  {
    organizationId: uuid().notNull(),
    name: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.name] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
)
