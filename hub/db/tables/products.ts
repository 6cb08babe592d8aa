import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import type {
  ImportImageStatus,
  ImportOptions,
  ImportStatus,
} from '#shared/contracts/catalog/product-imports.ts'
import type { PaymentSubject, TrackingType } from '#shared/domain/product.ts'
import { counterparties, countries, priceTypes, productGroups, stores } from './catalog.ts'
import {
  amountColumn,
  costColumn,
  jsonColumn,
  percentColumn,
  quantityColumn,
  recordColumns,
  timeColumn,
} from './columns.ts'
import { organizationUnits } from './organization.ts'
import { organizations } from './platform.ts'

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
    /**
     * Cost and price before the first posted purchase (`Supply`) replaced them. Null when there was no
     * purchase, or when it is older than these columns.
     */
    costBeforeSupplies: costColumn(),
    priceBeforeSupplies: amountColumn(),
    minPrice: amountColumn(),
    vatRate: percentColumn(),
    /** True when the group's rate replaces `vatRate`, if the product has a group. */
    useGroupVat: boolean().notNull().default(false),
    minStock: quantityColumn(),
    isWeighed: boolean().notNull(),
    weightCode: text(),
    kind: text().$type<'Good' | 'Service' | 'Bundle'>().notNull(),
    paymentSubject: text().$type<PaymentSubject>().notNull().default('Good'),
    trackingType: text().$type<TrackingType>().notNull().default('NotTracked'),
    /** National catalog codes of Kazakhstan and Uzbekistan. */
    ntin: text(),
    ikpu: text(),
    countryId: uuid(),
    supplierId: uuid(),
    isDiscountProhibited: boolean().notNull(),
    /** Minimum age of the buyer in years. */
    minimumAge: integer(),
    /** Weight in kilograms. `volume` is in cubic meters, as decimal text. */
    weight: quantityColumn(),
    volume: numeric({ precision: 12, scale: 6 }),
    description: text(),
    isArchived: boolean().notNull(),
    /** Maintained by a trigger of product_barcodes. */
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
    index('products_country_idx').on(table.organizationId, table.countryId),
    index('products_supplier_idx').on(table.organizationId, table.supplierId),
    index('products_unit_idx').on(table.organizationId, table.unitOfMeasureId),
    // Each of these indexes alone is enough to find a page of a list, even without archived products.
    index('products_group_idx').on(table.organizationId, table.productGroupId, table.id, table.isArchived),
    index('products_name_idx').on(table.organizationId, table.name, table.id, table.isArchived),
    index('products_article_idx').on(table.organizationId, table.article, table.id, table.isArchived),
    index('products_cost_idx').on(table.organizationId, table.cost, table.id, table.isArchived),
    index('products_created_idx').on(table.organizationId, table.createdAt, table.id, table.isArchived),
    index('products_updated_idx').on(table.organizationId, table.updatedAt, table.id, table.isArchived),
    // Rare kinds of products have their own indexes.
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
 * Words in the names, codes and articles of products, maintained by triggers. Searches look for words that
 * begin with the typed text, and for words similar to a mistyped one. A word inserted by two concurrent
 * transactions can appear twice, and a word that no product contains any longer stays. Words with digits
 * would be too many, so only the part before the first digit is stored, if it is longer than one letter.
 */
export const productWords = pgTable(
  'product_words',
  {
    organizationId: uuid().notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    word: text().notNull(),
    /** True for the beginning of words that continue with a digit. */
    isBeginning: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
)

export const productBarcodes = pgTable(
  'product_barcodes',
  {
    organizationId: uuid().notNull(),
    productId: uuid().notNull(),
    value: text().notNull(),
    /** Barcode in upper case, for look-ups that ignore case (shared/barcodes/look-up-steps.ts). */
    key: text().notNull().generatedAlwaysAs(sql`upper(value COLLATE "C")`),
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
    index('product_barcodes_key_idx').on(table.organizationId, table.key),
  ],
)

/** Packs of a product, with the number of product units in a pack. */
export const productPacks = pgTable(
  'product_packs',
  {
    organizationId: uuid().notNull(),
    productId: uuid().notNull(),
    uomId: uuid().notNull(),
    quantity: quantityColumn().notNull(),
    barcode: text(),
    barcodeKey: text().generatedAlwaysAs(sql`upper(barcode COLLATE "C")`),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.productId, table.uomId] }),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.uomId],
      foreignColumns: [organizationUnits.organizationId, organizationUnits.unitId],
    }),
    index('product_packs_uom_idx').on(table.organizationId, table.uomId),
    index('product_packs_barcode_idx')
      .on(table.organizationId, table.barcode)
      .where(sql`barcode IS NOT NULL`),
    index('product_packs_barcode_key_idx')
      .on(table.organizationId, table.barcodeKey)
      .where(sql`barcode_key IS NOT NULL`),
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

/** A price that takes effect in the future. It is then moved to product_prices. */
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

/** A price that was replaced by a scheduled price. Tills sold at it until then. */
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

/** Minimum stock by store. Overrides products.minStock. */
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
    /** Original name of the uploaded file. The stored file has the random `fileKey`. */
    fileName: text().notNull(),
    fileKey: text().notNull(),
    contentType: text().$type<'image/jpeg' | 'image/png' | 'image/webp'>().notNull(),
    /** Size in bytes. Width and height are in pixels. */
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

/** A file of products to import. It is applied completely or not at all. */
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
    options: jsonColumn<Partial<ImportOptions>>().notNull().default({ onFaults: 'refuse', units: {} }),
    /** Plan or result, or the errors after a failure (shared/contracts/catalog/product-imports.ts). */
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

/** Image links of an imported file, with their results. */
export const productImportImages = pgTable(
  'product_import_images',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    importId: uuid().notNull(),
    /** Row number in the file. */
    row: integer().notNull(),
    productId: uuid().notNull(),
    url: text().notNull(),
    status: text().$type<ImportImageStatus>().notNull(),
    /** Reason for the failure. */
    message: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.importId],
      foreignColumns: [productImports.organizationId, productImports.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }).onDelete('cascade'),
    index('product_import_images_import_idx').on(
      table.organizationId,
      table.importId,
      table.status,
      table.row,
    ),
    index('product_import_images_product_idx').on(table.organizationId, table.productId),
  ],
)
