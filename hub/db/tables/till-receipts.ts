import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { stores } from './catalog.ts'
import { timeColumn } from './columns.ts'

/**
 * Receipts of a store and of its retail points as stored at tills, with their returns, wherever these were
 * made (docs/sync.md#receipts). A publisher copies them here every few seconds
 * (hub/features/pos/receipts/publish-receipts.ts). Each row stores its own feed number. In the feed itself
 * one row represents all receipts of the store, so the feed does not grow with the sales.
 */
export const tillReceipts = pgTable(
  'till_receipts',
  {
    organizationId: uuid().notNull(),
    storeId: uuid().notNull(),
    /** Id of the sale. */
    id: uuid().notNull(),
    soldAt: timeColumn().notNull(),
    /** ReplicaReceipt as JSON. Null when tills must delete the receipt. */
    body: text(),
    seq: bigint({ mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.storeId, table.id] }),
    foreignKey({
      columns: [table.organizationId, table.storeId],
      foreignColumns: [stores.organizationId, stores.id],
    }).onDelete('cascade'),
    index('till_receipts_seq_idx').on(table.organizationId, table.storeId, table.seq),
    index('till_receipts_sold_idx').on(table.organizationId, table.storeId, table.soldAt),
    index('till_receipts_pending_idx').on(table.organizationId).where(sql`seq is null`),
  ],
)

/** Range of receipts that the tills of a store have. */
export const tillReceiptStores = pgTable(
  'till_receipt_stores',
  {
    organizationId: uuid().notNull(),
    storeId: uuid().notNull(),
    /** Number of days for which receipts are kept. 0 until something is published. */
    days: integer().notNull().default(0),
    /** Sales before this time are deleted here and at the tills. */
    since: timeColumn().notNull().defaultNow(),
    /** Time when the oldest receipts were last deleted. */
    expiredAt: timeColumn().notNull().defaultNow(),
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
 * Sales to publish again in a store: one sale, or all sales of a retail point that joined or left the store.
 * Rows are only inserted and deleted, so that no transaction has to wait.
 */
export const tillReceiptChanges = pgTable(
  'till_receipt_changes',
  {
    organizationId: uuid().notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    storeId: uuid().notNull(),
    saleId: uuid(),
    retailPointId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.storeId, table.id] }),
    check('till_receipt_changes_subject', sql`num_nonnulls(sale_id, retail_point_id) = 1`),
  ],
)
