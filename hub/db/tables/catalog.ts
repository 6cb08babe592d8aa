import {
  boolean,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { amountColumn, costColumn, percentColumn, quantityColumn, recordColumns } from './columns.ts'
import { organizationUnits } from './organization.ts'
import { currencies, organizations } from './platform.ts'

export const priceTypes = pgTable(
  'price_types',
  {
    ...recordColumns,
    name: text().notNull(),
    sortOrder: integer().notNull(),
    isDefault: boolean().notNull(),
    currencyId: uuid()
      .notNull()
      .references(() => currencies.id),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('price_types_name_key').on(table.organizationId, table.name),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
)

export const stores = pgTable(
  'stores',
  {
    ...recordColumns,
    name: text().notNull(),
    code: text(),
    address: text(),
    isDefault: boolean().notNull(),
    isArchived: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('stores_name_key').on(table.organizationId, table.name),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
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
    allowCustomPrice: boolean().notNull(),
    allowReturnWithoutBasis: boolean().notNull(),
    vatIncluded: boolean().notNull(),
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

export const productGroups = pgTable(
  'product_groups',
  {
    ...recordColumns,
    name: text().notNull(),
    parentId: uuid(),
    /** A fraction: 0.25 is 25 %. null: that of the nearest group above that has one. */
    markup: numeric({ precision: 9, scale: 4, mode: 'number' }),
    code: text(),
    externalCode: text(),
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
    minStock: quantityColumn(),
    isWeighed: boolean().notNull(),
    weightCode: text(),
    kind: text().$type<'Good' | 'Service' | 'Bundle'>().notNull(),
    isDiscountProhibited: boolean().notNull(),
    description: text(),
    isArchived: boolean().notNull(),
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
    index('products_group_idx').on(table.organizationId, table.productGroupId),
    index('products_unit_idx').on(table.organizationId, table.unitOfMeasureId),
    index('products_name_idx').on(table.organizationId, table.name, table.id),
    index('products_article_idx').on(table.organizationId, table.article),
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
    index('product_prices_price_type_idx').on(table.organizationId, table.priceTypeId),
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
