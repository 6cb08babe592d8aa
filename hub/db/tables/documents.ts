import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { LossReason, OverheadDistribution } from '#shared/contracts/documents.ts'
import type { PostingEvent } from '#shared/contracts/postings.ts'
import type { PriceOverride } from '#shared/contracts/price-overrides.ts'
import { counterparties, organizationCurrencies, stores } from './catalog.ts'
import {
  amountColumn,
  costColumn,
  jsonColumn,
  percentColumn,
  quantityColumn,
  rateColumn,
  recordColumns,
  timeColumn,
} from './columns.ts'
import type { DocumentType } from './document-type.ts'
import { products } from './products.ts'

/**
 * Documents of all kinds except retail sales, which have their own tables (sales.ts). Columns that a kind
 * does not use are null.
 */
export const documents = pgTable(
  'documents',
  {
    ...recordColumns,
    type: text().$type<Exclude<DocumentType, 'RetailSale'>>().notNull(),
    number: text().notNull(),
    /** Year of the numbering. 0 when numbers never restart. */
    numberYear: integer().notNull().default(0),
    /** Time at which the document takes effect in the books. */
    date: timeColumn().notNull(),
    status: text().$type<'Draft' | 'Posted'>().notNull().default('Draft'),
    storeId: uuid(),
    /** Destination store of a transfer. */
    targetStoreId: uuid(),
    counterpartyId: uuid(),
    /** The purchase (`Supply`) to which a supplier return refers. */
    basisId: uuid(),
    /** Currency of prices, sums and overhead. */
    currencyId: uuid().notNull(),
    rate: rateColumn().notNull().default(sql`1000000`),
    multiplicity: integer().notNull().default(1),
    vatEnabled: boolean().notNull().default(true),
    vatIncluded: boolean().notNull().default(true),
    comment: text(),
    externalCode: text(),
    incomingNumber: text(),
    incomingDate: date({ mode: 'string' }),
    overheadSum: amountColumn().notNull().default(sql`0`),
    overheadDistribution: text().$type<OverheadDistribution>(),
    updateRetailPrice: boolean().notNull().default(false),
    reason: text().$type<LossReason>(),
    shipmentAddress: text(),
    scope: text().$type<'Full' | 'Partial'>(),
    zeroUncounted: boolean().notNull().default(false),
    countMode: text().$type<'Open' | 'Blind'>(),
    startedAt: timeColumn(),
    sum: amountColumn().notNull().default(sql`0`),
    vatSum: amountColumn().notNull().default(sql`0`),
    sumInOrganizationCurrency: amountColumn().notNull().default(sql`0`),
    vatSumInOrganizationCurrency: amountColumn().notNull().default(sql`0`),
    /** Cost of the lines by the ledger. 0 for a draft. */
    costSum: costColumn().notNull().default(sql`0`),
    createdById: uuid(),
    postedAt: timeColumn(),
    postedById: uuid(),
    priceOverrides: jsonColumn<PriceOverride[]>().notNull().default([]),
    postings: jsonColumn<PostingEvent[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('documents_number_key').on(table.organizationId, table.type, table.numberYear, table.number),
    foreignKey({
      columns: [table.organizationId, table.storeId],
      foreignColumns: [stores.organizationId, stores.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.targetStoreId],
      foreignColumns: [stores.organizationId, stores.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.counterpartyId],
      foreignColumns: [counterparties.organizationId, counterparties.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.currencyId],
      foreignColumns: [organizationCurrencies.organizationId, organizationCurrencies.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.basisId],
      foreignColumns: [table.organizationId, table.id],
    }),
    index('documents_date_idx').on(table.organizationId, table.type, table.date, table.id),
    index('documents_store_idx').on(table.organizationId, table.storeId, table.type, table.date),
    index('documents_target_store_idx').on(table.organizationId, table.targetStoreId),
    index('documents_counterparty_idx').on(
      table.organizationId,
      table.counterpartyId,
      table.type,
      table.date,
    ),
    // Drafts are few. The index finds their reservations.
    index('documents_draft_idx').on(table.organizationId, table.type).where(sql`status = 'Draft'`),
    index('documents_basis_idx').on(table.organizationId, table.basisId),
  ],
)

export const documentLines = pgTable(
  'document_lines',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    documentId: uuid().notNull(),
    lineNo: integer().notNull(),
    productId: uuid().notNull(),
    /** In a stock count, the counted quantity. */
    quantity: quantityColumn().notNull(),
    price: costColumn(),
    discountPercent: percentColumn().notNull().default(sql`0`),
    vatRate: percentColumn(),
    sum: amountColumn().notNull().default(sql`0`),
    vatSum: amountColumn().notNull().default(sql`0`),
    overheadShare: amountColumn().notNull().default(sql`0`),
    /** Unit cost by the ledger, as of the last posting or replay. 0 for a draft. */
    unitCost: costColumn().notNull().default(sql`0`),
    costSum: costColumn().notNull().default(sql`0`),
    /** In a stock count, the quantity moved by the count, signed. */
    difference: quantityColumn(),
    countedAt: timeColumn(),
    /** In a stock count, false until the line is counted. */
    isCounted: boolean().notNull().default(true),
    /** True when posting added the line. Unposting removes it. */
    isAdded: boolean().notNull().default(false),
    retailPrice: amountColumn(),
    reason: text(),
    markingCodes: jsonColumn<string[]>().notNull().default([]),
    comment: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('document_lines_line_no_key').on(table.organizationId, table.documentId, table.lineNo),
    foreignKey({
      columns: [table.organizationId, table.documentId],
      foreignColumns: [documents.organizationId, documents.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }),
    index('document_lines_product_idx').on(table.organizationId, table.productId),
  ],
)
