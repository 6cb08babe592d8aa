import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { products, stores } from './catalog.ts'
import { costColumn, quantityColumn, timeColumn } from './columns.ts'

/** The ledger: signed, append-only. What is in stock is what these rows add up to. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    /** Order of posting; orders movements of the same moment. */
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    moment: timeColumn().notNull(),
    storeId: uuid().notNull(),
    productId: uuid().notNull(),
    documentType: text().$type<'RetailSale'>().notNull(),
    documentId: uuid().notNull(),
    lineId: uuid().notNull(),
    quantity: quantityColumn().notNull(),
    unitCost: costColumn().notNull(),
    /** Signed, in ten-thousandths of the major unit. */
    costSum: costColumn().notNull(),
    balanceAfter: quantityColumn().notNull(),
    averageAfter: costColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('stock_movements_line_key').on(table.organizationId, table.documentId, table.lineId),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.storeId],
      foreignColumns: [stores.organizationId, stores.id],
    }),
    index('stock_movements_product_idx').on(table.organizationId, table.productId, table.storeId, table.seq),
    index('stock_movements_store_idx').on(table.organizationId, table.storeId),
  ],
)

/** A cache of the ledger: quantity and average cost after its last movement. It can be rebuilt from it. */
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
