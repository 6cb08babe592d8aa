import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { amountColumn, timeColumn } from './columns.ts'
import { organizations } from './platform.ts'

/**
 * Loyalty cards as tills hold them. Each sale changes the totals of a card. If each published them, all sales
 * of an organization would queue for the number of the feed. So a publisher copies the cards here every few
 * seconds (hub/features/pos/cards/publish-cards.ts; docs/sync.md#cards). Each row stores its own number of
 * the feed. In the feed itself two rows stand for all cards, so the feed does not grow with them.
 */
export const tillCards = pgTable(
  'till_cards',
  {
    organizationId: uuid().notNull(),
    /** Id of the card. */
    id: uuid().notNull(),
    /** Data that users edit: ReplicaCard without the rest, in JSON; null: tills must delete the card. */
    body: text(),
    turnover: amountColumn().notNull(),
    balance: amountColumn().notNull(),
    /** Moment of turnover and balance. */
    countedAt: timeColumn().notNull(),
    /** Next time when they change by time alone; null: they do not. */
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

/** Cards to be published. Rows are only inserted and deleted, so that no transaction waits. */
export const tillCardChanges = pgTable(
  'till_card_changes',
  {
    organizationId: uuid().notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    cardId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
)
