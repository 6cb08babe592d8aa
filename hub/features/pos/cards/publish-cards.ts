import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { loyaltyCards } from '#hub/db/tables/loyalty.ts'
import { tillCards } from '#hub/db/tables/till-cards.ts'
import type { Tx } from '#hub/db/transact.ts'
import { completeCards, type FullCard } from '#hub/features/loyalty/cards/queries.ts'
import type { PublishedKind } from '#hub/features/pos/publish-records.ts'
import type { ReplicaCard } from '#shared/sync/download.ts'

/** Loyalty cards with their totals (docs/sync.md#cards). */
export const PUBLISHED_CARDS: PublishedKind = { kind: 'card', noun: 'loyalty cards', publish }

async function publish(tx: Tx, ids: string[], moment: Date): Promise<void> {
  const rows = await tx
    .select()
    .from(loyaltyCards)
    .where(and(eq(loyaltyCards.organizationId, tx.organizationId), inArray(loyaltyCards.id, ids)))
  const cards = await completeCards(tx, rows, moment)
  await forget(tx, ids, new Set(cards.map(({ id }) => id)))
  if (cards.length === 0) return
  const changed = sql`(till_cards.body, till_cards.turnover, till_cards.balance)
    IS DISTINCT FROM (excluded.body, excluded.turnover, excluded.balance)`
  await tx
    .insert(tillCards)
    .values(
      cards.map((card) => ({
        organizationId: tx.organizationId,
        id: card.id,
        body: JSON.stringify(described(card)),
        turnover: card.turnover,
        balance: card.balance,
        countedAt: moment,
        dueAt: card.dueAt,
      })),
    )
    .onConflictDoUpdate({
      target: [tillCards.organizationId, tillCards.id],
      set: {
        body: sql`excluded.body`,
        turnover: sql`excluded.turnover`,
        balance: sql`excluded.balance`,
        dueAt: sql`excluded.due_at`,
        countedAt: sql`CASE WHEN ${changed} THEN excluded.counted_at ELSE till_cards.counted_at END`,
        seq: sql`CASE WHEN ${changed} THEN NULL ELSE till_cards.seq END`,
      },
    })
}

async function forget(tx: Tx, ids: readonly string[], present: ReadonlySet<string>): Promise<void> {
  const gone = ids.filter((id) => !present.has(id))
  if (gone.length === 0) return
  await tx
    .update(tillCards)
    .set({ body: null, dueAt: null, seq: null })
    .where(
      and(
        eq(tillCards.organizationId, tx.organizationId),
        inArray(tillCards.id, gone),
        isNotNull(tillCards.body),
      ),
    )
}

export type DescribedCard = Omit<ReplicaCard, 'turnover' | 'balance' | 'countedAt'>

/** The members are in schema order, because both sides hash the JSON text. */
const described = (card: FullCard): DescribedCard => ({
  cardNumber: card.cardNumber,
  programId: card.programId,
  customerId: card.customerId,
  customerName: card.customerName,
  phone: card.phone,
  phoneNumber: card.phoneNumber,
  isBlocked: card.status === 'Blocked',
  expiresAt: card.expiresAt?.toISOString() ?? null,
})
