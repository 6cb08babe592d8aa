import { sql } from 'drizzle-orm'
import {
  bigint,
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
import type { BankAccount, CounterpartyKind } from '#shared/contracts/counterparties.ts'
import type { ImportStatus } from '#shared/contracts/product-imports.ts'
import type { PaymentSubject, TrackingType } from '#shared/contracts/products.ts'
import type { CashRounding, CustomerField, TaxSystem } from '#shared/contracts/retail-points.ts'
import type { Amount, Percent } from '#shared/money/decimal.ts'
import {
  amountColumn,
  costColumn,
  jsonColumn,
  percentColumn,
  quantityColumn,
  recordColumns,
  timeColumn,
} from './columns.ts'
import { employees, organizationUnits } from './organization.ts'
import { organizations } from './platform.ts'

/** Presets come with the organization and stay as they are; further ones are its own. */
export const countries = pgTable(
  'countries',
  {
    ...recordColumns,
    name: text().notNull(),
    /** Three digits of ISO 3166-1. */
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

/** A preset has the id of the currency of the platform that it is. */
export const organizationCurrencies = pgTable(
  'organization_currencies',
  {
    ...recordColumns,
    name: text().notNull(),
    fullName: text(),
    /** Three digits of ISO 4217. */
    code: text().notNull(),
    isoCode: text().notNull(),
    symbol: text(),
    /** So much of the accounting currency is worth `multiplicity` of this one. Decimal text: exact. */
    rate: numeric({ precision: 18, scale: 6 }).notNull().default('1'),
    multiplicity: integer().notNull().default(1),
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
    /** Goes before the numbers of documents that are made here. */
    numberPrefix: text().notNull().default(''),
    onlyInStock: boolean().notNull().default(false),
    controlStock: boolean().notNull().default(false),
    allowDiscount: boolean().notNull().default(true),
    maxDiscountPercent: percentColumn()
      .notNull()
      .default(100_00 as Percent),
    allowCustomPrice: boolean().notNull(),
    allowDeleteLines: boolean().notNull().default(true),
    allowReturnWithoutBasis: boolean().notNull(),
    allowReturnFromClosedShift: boolean().notNull().default(true),
    requireCashierChoice: boolean().notNull().default(false),
    printAlways: boolean().notNull().default(false),
    syncCustomers: boolean().notNull().default(false),
    /** null: that of the organization. */
    taxSystem: text().$type<TaxSystem>(),
    vatIncluded: boolean().notNull(),
    cashRounding: text().$type<CashRounding>().notNull().default('None'),
    cashRoundingStep: amountColumn()
      .notNull()
      .default(1 as Amount),
    requiredCustomerFields: text().array().$type<CustomerField[]>().notNull().default(['Phone']),
    receiptHeader: text(),
    receiptFooter: text(),
    paperWidth: integer().$type<58 | 80>().notNull(),
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

/** The groups of the assortment, each with all below it; none: every product. */
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

/** Who works there; none: everybody who may. */
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
    /** A fraction: 0.25 is 25 %. null: that of the nearest group above that has one. */
    markup: numeric({ precision: 9, scale: 4, mode: 'number' }),
    vatRate: percentColumn(),
    useParentVat: boolean().notNull().default(true),
    code: text(),
    externalCode: text(),
    /** An imported product whose name contains one of them comes here (domain.md 5.3). */
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

export const products = pgTable(
  'products',
  {
    ...recordColumns,
    name: text().notNull(),
    code: text().notNull(),
    article: text(),
    externalCode: text(),
    productGroupId: uuid(),
    unitOfMeasureId: uuid().notNull(),
    cost: costColumn().notNull(),
    minPrice: amountColumn(),
    vatRate: percentColumn(),
    /** The rate of the group holds instead of `vatRate`, where the product has a group. */
    useGroupVat: boolean().notNull().default(false),
    minStock: quantityColumn(),
    isWeighed: boolean().notNull(),
    weightCode: text(),
    kind: text().$type<'Good' | 'Service' | 'Bundle'>().notNull(),
    paymentSubject: text().$type<PaymentSubject>().notNull().default('Good'),
    trackingType: text().$type<TrackingType>().notNull().default('NotTracked'),
    /** National catalogue codes: KZ and UZ. */
    ntin: text(),
    ikpu: text(),
    countryId: uuid(),
    supplierId: uuid(),
    isDiscountProhibited: boolean().notNull(),
    /** Kilograms, and cubic metres as decimal text. */
    weight: quantityColumn(),
    volume: numeric({ precision: 12, scale: 6 }),
    description: text(),
    isArchived: boolean().notNull(),
    /** Kept by a trigger of product_barcodes. */
    hasBarcode: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('products_code_key').on(table.organizationId, table.code),
    unique('products_external_code_key').on(table.organizationId, table.externalCode),
    unique('products_weight_code_key').on(table.organizationId, table.weightCode),
    foreignKey({
      columns: [table.organizationId, table.productGroupId],
      foreignColumns: [productGroups.organizationId, productGroups.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.unitOfMeasureId],
      foreignColumns: [organizationUnits.organizationId, organizationUnits.unitId],
    }),
    foreignKey({
      columns: [table.organizationId, table.countryId],
      foreignColumns: [countries.organizationId, countries.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.supplierId],
      foreignColumns: [counterparties.organizationId, counterparties.id],
    }),
    index('products_group_idx').on(table.organizationId, table.productGroupId),
    index('products_country_idx').on(table.organizationId, table.countryId),
    index('products_supplier_idx').on(table.organizationId, table.supplierId),
    index('products_unit_idx').on(table.organizationId, table.unitOfMeasureId),
    // A page of a list is found in one of these alone, also where it leaves out what is archived.
    index('products_name_idx').on(table.organizationId, table.name, table.id, table.isArchived),
    index('products_article_idx').on(table.organizationId, table.article, table.id, table.isArchived),
    index('products_cost_idx').on(table.organizationId, table.cost, table.id, table.isArchived),
    index('products_created_idx').on(table.organizationId, table.createdAt, table.id, table.isArchived),
    index('products_updated_idx').on(table.organizationId, table.updatedAt, table.id, table.isArchived),
    // What is rare is found through an index of its own.
    index('products_archived_idx').on(table.organizationId, table.id).where(sql`is_archived`),
    index('products_weighed_idx').on(table.organizationId, table.id).where(sql`is_weighed`),
    index('products_kind_idx').on(table.organizationId, table.kind, table.id).where(sql`kind <> 'Good'`),
    index('products_tracked_idx')
      .on(table.organizationId, table.trackingType, table.id)
      .where(sql`tracking_type <> 'NotTracked'`),
    index('products_min_stock_idx')
      .on(table.organizationId, table.id, table.minStock)
      .where(sql`min_stock IS NOT NULL`),
    index('products_no_barcode_idx').on(table.organizationId, table.id).where(sql`NOT has_barcode`),
  ],
)

/**
 * The words of the names of products, kept by triggers, for finding what a mistyped word was meant to be. A word of two
 * transactions at once may stand here twice; one that no product has any more stays.
 */
export const productWords = pgTable(
  'product_words',
  {
    organizationId: uuid().notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    word: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    index('product_words_word_idx').on(table.organizationId, table.word),
  ],
)

export const productBarcodes = pgTable(
  'product_barcodes',
  {
    organizationId: uuid().notNull(),
    productId: uuid().notNull(),
    value: text().notNull(),
    type: text().$type<'Ean13' | 'Ean8' | 'UpcA' | 'Gtin' | 'Code128'>().notNull(),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.productId, table.value] }),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }).onDelete('cascade'),
    index('product_barcodes_value_idx').on(table.organizationId, table.value),
  ],
)

export const productPrices = pgTable(
  'product_prices',
  {
    organizationId: uuid().notNull(),
    productId: uuid().notNull(),
    priceTypeId: uuid().notNull(),
    value: amountColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.productId, table.priceTypeId] }),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.priceTypeId],
      foreignColumns: [priceTypes.organizationId, priceTypes.id],
    }),
    index('product_prices_value_idx').on(
      table.organizationId,
      table.priceTypeId,
      table.value,
      table.productId,
    ),
  ],
)

/** A price that is to hold from a moment on; it goes into product_prices when the moment has come. */
export const futurePrices = pgTable(
  'future_prices',
  {
    organizationId: uuid().notNull(),
    productId: uuid().notNull(),
    priceTypeId: uuid().notNull(),
    startsAt: timeColumn().notNull(),
    value: amountColumn().notNull(),
    createdAt: timeColumn().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.productId, table.priceTypeId, table.startsAt] }),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.priceTypeId],
      foreignColumns: [priceTypes.organizationId, priceTypes.id],
    }),
    index('future_prices_price_type_idx').on(table.organizationId, table.priceTypeId),
    index('future_prices_starts_idx').on(table.organizationId, table.startsAt),
  ],
)

/** A price that held until a moment at which one that was set beforehand took its place: tills sold at it until then. */
export const pastPrices = pgTable(
  'past_prices',
  {
    organizationId: uuid().notNull(),
    productId: uuid().notNull(),
    priceTypeId: uuid().notNull(),
    endedAt: timeColumn().notNull(),
    value: amountColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.productId, table.priceTypeId, table.endedAt] }),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.priceTypeId],
      foreignColumns: [priceTypes.organizationId, priceTypes.id],
    }).onDelete('cascade'),
    index('past_prices_price_type_idx').on(table.organizationId, table.priceTypeId),
  ],
)

/** Where stock is watched store by store instead of as a whole (products.minStock). */
export const productMinStocks = pgTable(
  'product_min_stocks',
  {
    organizationId: uuid().notNull(),
    productId: uuid().notNull(),
    storeId: uuid().notNull(),
    minStock: quantityColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.productId, table.storeId] }),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.storeId],
      foreignColumns: [stores.organizationId, stores.id],
    }),
    index('product_min_stocks_store_idx').on(table.organizationId, table.storeId),
  ],
)

export const productImages = pgTable(
  'product_images',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    productId: uuid().notNull(),
    /** As the person called it; the stored file bears the random `fileKey`. */
    fileName: text().notNull(),
    fileKey: text().notNull(),
    contentType: text().$type<'image/jpeg' | 'image/png' | 'image/webp'>().notNull(),
    /** Bytes, and pixels. */
    size: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    isMain: boolean().notNull(),
    sortOrder: integer().notNull(),
    createdAt: timeColumn().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('product_images_file_key').on(table.organizationId, table.fileKey),
    uniqueIndex('product_images_main_key').on(table.organizationId, table.productId).where(sql`is_main`),
    index('product_images_product_idx').on(table.organizationId, table.productId, table.sortOrder),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
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
    /** E.164, for search; null when `phone` cannot be read as a number. */
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
    /** The customer of sales that name none; it cannot be deleted. */
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

/** A file of products on its way in; what it holds is applied as a whole or not at all. */
export const productImports = pgTable(
  'product_imports',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    format: text().$type<'csv' | 'ext-csv'>().notNull(),
    fileName: text().notNull(),
    fileKey: text().notNull(),
    status: text().$type<ImportStatus>().notNull(),
    rowsTotal: integer(),
    rowsDone: integer().notNull().default(0),
    /** The plan or what was done; on failure the errors (shared/contracts/product-imports.ts). */
    outcome: jsonColumn<Record<string, unknown> | null>(),
    createdById: uuid(),
    createdAt: timeColumn().notNull().defaultNow(),
    startedAt: timeColumn(),
    endedAt: timeColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    index('product_imports_created_idx').on(table.organizationId, table.createdAt),
  ],
)

/** Next numbers, by name, such as that of automatic product codes; the row is locked by the transaction that takes one. */
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
