import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { amountColumn, timeColumn } from './columns.ts'
import { organizations } from './platform.ts'

/**
 * Loyalty cards as stored at tills. Each sale changes the totals of a card. If every sale published them, all
 * sales of an organization would queue for the feed counter. Instead, a publisher copies the cards here every
 * few seconds (hub/features/pos/cards/publish-cards.ts; docs/sync.md#cards). Each row stores its own feed
 * number. In the feed itself two rows represent all cards, so the feed does not grow with them.
 */
export const tillCards = pgTable(
  'till_cards',
  {
    organizationId: uuid().notNull(),
    /** Id of the card. */
    id: uuid().notNull(),
    /**
     * Editable data of the card: ReplicaCard without the other fields, as JSON. Null when tills must delete
     * the card.
     */
    body: text(),
    turnover: amountColumn().notNull(),
    balance: amountColumn().notNull(),
    /** Time of the turnover and balance. */
    countedAt: timeColumn().notNull(),
    /** Next time when they change without a sale. Null when they do not. */
    dueAt: timeColumn(),
    seq: bigint({ mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }).onDelete('cascade'),
    index('till_cards_seq_idx').on(table.organizationId, table.seq),
    index('till_cards_due_idx').on(table.organizationId, table.dueAt).where(sql`due_at is not null`),
    index('till_cards_pending_idx').on(table.organizationId).where(sql`seq is null`),
  ],
)

/** Cards to be published. Rows are only inserted and deleted, so that no transaction has to wait. */
export const tillCardChanges = pgTable(
  'till_card_changes',
  {
    organizationId: uuid().notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    cardId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
)
