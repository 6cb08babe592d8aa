import { sql } from 'drizzle-orm'
import {
  bigint,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { BooksFinding, PendingCosts } from '#shared/contracts/inventory/books-check.ts'
import type { Cost, Quantity } from '#shared/money/decimal.ts'
import { stores } from './catalog.ts'
import { costColumn, jsonColumn, quantityColumn, timeColumn } from './columns.ts'
import type { DocumentType } from './document-type.ts'
import { products } from './products.ts'

/**
 * Rule for the cost of a movement (docs/domain.md#cost-of-a-movement). Stored with the movement, so that its
 * cost can be recalculated when an earlier movement is posted.
 */
export type CostRule =
  /**
   * Average cost of the store, or the fallback cost before any receipt. `added` is the overhead per unit of
   * incoming goods.
   */
  | { kind: 'Average'; added?: Cost }
  /** Incoming goods at a given price. */
  | { kind: 'Given'; cost: Cost }
  /** Incoming goods at the cost with which they left on another line, plus the transport cost per unit. */
  | { kind: 'Source'; documentId: string; lineNo: number; added: Cost }
  /** Stock count, which sets the balance to the counted quantity. */
  | { kind: 'Count'; counted: Quantity }

/** Stock ledger, append-only. The stock is the sum of its signed rows. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    /** Posting order, which orders movements with the same time. */
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    moment: timeColumn().notNull(),
    storeId: uuid().notNull(),
    productId: uuid().notNull(),
    documentType: text().$type<DocumentType>().notNull(),
    documentId: uuid().notNull(),
    lineNo: integer().notNull(),
    quantity: quantityColumn().notNull(),
    unitCost: costColumn().notNull(),
    /** Signed cost, in ten-thousandths of the major unit. */
    costSum: costColumn().notNull(),
    balanceAfter: quantityColumn().notNull(),
    averageAfter: costColumn().notNull(),
    /** Rule for recalculating the cost (hub/ledger/movement.ts), with the data that it needs. */
    costRule: text().$type<CostRule['kind']>().notNull().default('Average'),
    givenCost: costColumn(),
    sourceDocumentId: uuid(),
    sourceLineNo: integer(),
    addedCost: costColumn(),
    countedQuantity: quantityColumn(),
    fallbackCost: costColumn().notNull().default(sql`0`),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('stock_movements_line_key').on(
      table.organizationId,
      table.documentId,
      table.lineNo,
      table.storeId,
    ),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.storeId],
      foreignColumns: [stores.organizationId, stores.id],
    }),
    index('stock_movements_product_idx').on(
      table.organizationId,
      table.productId,
      table.storeId,
      table.moment,
      table.seq,
    ),
    index('stock_movements_store_idx').on(table.organizationId, table.storeId, table.moment, table.seq),
    index('stock_movements_moment_idx').on(table.organizationId, table.moment, table.seq),
    // Few rows, used by the profit report: goods received after they had been sold.
    index('stock_movements_earlier_sales_idx')
      .on(table.organizationId, table.moment)
      .where(sql`quantity > 0 and balance_after < quantity`),
    // Movements of retail sales are the most frequent, and are found by time.
    index('stock_movements_type_idx')
      .on(table.organizationId, table.documentType, table.moment, table.seq)
      .where(sql`document_type <> 'RetailSale'`),
    // Receipts of goods are few compared with sales. This index alone is enough to calculate how long goods
    // have been in stock.
    index('stock_movements_receipt_idx')
      .on(table.organizationId, table.productId, table.storeId, table.moment, table.seq, table.quantity)
      .where(sql`quantity > 0`),
    index('stock_movements_source_idx')
      .on(table.organizationId, table.sourceDocumentId)
      .where(sql`source_document_id is not null`),
  ],
)

/**
 * Products whose costs are being recalculated. Stored values of their movements from this time on can be
 * stale. Earlier ones are correct (hub/ledger/recalculations.ts).
 */
export const costRecalculations = pgTable(
  'cost_recalculations',
  {
    organizationId: uuid().notNull(),
    productId: uuid().notNull(),
    fromMoment: timeColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.productId] }),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }).onDelete('cascade'),
  ],
)

/** Result of the last check of the organization's books (hub/ledger/check). */
export const booksChecks = pgTable('books_checks', {
  organizationId: uuid().primaryKey(),
  checkedAt: timeColumn().notNull(),
  products: integer().notNull(),
  movements: bigint({ mode: 'number' }).notNull(),
  findingsTotal: integer().notNull(),
  /** The first findings. */
  findings: jsonColumn<BooksFinding[]>().notNull(),
  /** The first products whose costs were being recalculated at that time. */
  pending: jsonColumn<PendingCosts[]>().notNull().default([]),
})

/**
 * Cached state of the ledger: quantity and average cost after the last movement. It can be rebuilt from the
 * ledger.
 */
export const stockBalances = pgTable(
  'stock_balances',
  {
    organizationId: uuid().notNull(),
    storeId: uuid().notNull(),
    productId: uuid().notNull(),
    quantity: quantityColumn().notNull().default(sql`0`),
    averageCost: costColumn().notNull().default(sql`0`),
    lastMovementAt: timeColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.storeId, table.productId] }),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.storeId],
      foreignColumns: [stores.organizationId, stores.id],
    }),
    index('stock_balances_product_idx').on(table.organizationId, table.productId),
  ],
)
