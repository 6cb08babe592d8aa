import { bigint, foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { stores } from './catalog.ts'
import { quantityColumn } from './columns.ts'
import { products } from './products.ts'

/**
 * Stock as published to tills. If the ledger published it, each sale would wake the tills, and all sales of
 * an organization would queue for the feed counter. Instead, a publisher does so every few seconds
 * (hub/features/pos/stock/publish-stock.ts; docs/sync.md#feed). A product without a row is out of stock.
 */
export const tillStock = pgTable(
  'till_stock',
  {
    organizationId: uuid().notNull(),
    storeId: uuid().notNull(),
    productId: uuid().notNull(),
    quantity: quantityColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.storeId, table.productId] }),
    foreignKey({
      columns: [table.organizationId, table.storeId],
      foreignColumns: [stores.organizationId, stores.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.productId],
      foreignColumns: [products.organizationId, products.id],
    }).onDelete('cascade'),
  ],
)

/**
 * `Noticed`: the publisher has found the store. `Noted`: all its balances are recorded as changes. `Told`:
 * all balances were sent to tills.
 */
export type TillStockState = 'New' | 'Noticed' | 'Noted' | 'Told'

/**
 * Stores whose stock is published. A trigger adds the store of a retail point that controls stock or shows
 * only products in stock. From then on, changes of its balances are recorded. Earlier balances are copied
 * once.
 */
export const tillStockStores = pgTable(
  'till_stock_stores',
  {
    organizationId: uuid().notNull(),
    storeId: uuid().notNull(),
    state: text().$type<TillStockState>().notNull().default('New'),
    /**
     * A transaction later than the one that added the store. Transactions before it may not have recorded
     * their changes.
     */
    noticedBy: bigint({ mode: 'bigint' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.storeId] }),
    foreignKey({
      columns: [table.organizationId, table.storeId],
      foreignColumns: [stores.organizationId, stores.id],
    }).onDelete('cascade'),
  ],
)

/**
 * Balances that changed since they were published. Rows are only inserted and deleted, so that no transaction
 * has to wait.
 */
export const tillStockChanges = pgTable(
  'till_stock_changes',
  {
    organizationId: uuid().notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    storeId: uuid().notNull(),
    productId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.storeId, table.id] })],
)
