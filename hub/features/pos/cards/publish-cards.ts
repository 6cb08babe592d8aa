import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { listIds } from '#hub/db/list-ids.ts'
import { loyaltyCards } from '#hub/db/tables/loyalty.ts'
import { tillCards } from '#hub/db/tables/till-cards.ts'
import type { Tx } from '#hub/db/transact.ts'
import { completeCards, type FullCard } from '#hub/features/loyalty/cards/queries.ts'
import { startPeriodic } from '#hub/jobs/periodic.ts'
import type { ReplicaCard } from '#shared/sync/download.ts'

const EVERY_MS = 5000
/** Of an organization in one commit. */
const AT_ONCE = 1000

/**
 * Publishes loyalty cards to tills every few seconds (docs/sync.md#cards): those that people have changed, those that sales
 * have, and those whose points or turnover change by time alone. Any number of hub processes may do it.
 */
export function startCardPublisher(hub: HubCore): () => Promise<void> {
  return startPeriodic(hub, 'card publisher', EVERY_MS, () => publishCards(hub))
}

async function publishCards({ db, log, stopping }: HubCore): Promise<void> {
  const organizationIds = await db.platform((tx) =>
    listIds(
      tx,
      sql`SELECT organization_id AS id FROM platform_till_cards_to_publish(${new Date().toISOString()})`,
    ),
  )
  for (const organizationId of organizationIds) {
    try {
      while (!stopping.aborted && (await db.transact(organizationId, publishBatch)));
    } catch (error) {
      // A failure in one organization does not stop the others.
      log.warn({ err: error, organizationId }, 'loyalty cards could not be published to tills, will retry')
    }
  }
}

/** Returns whether more is left to do now; false when another process works on this organization. */
async function publishBatch(tx: Tx): Promise<boolean> {
  // One at a time: of two who read a card, the one who read it first must not write it last.
  const { rows } = await tx.execute<{ isFree: boolean }>(sql`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`${tx.organizationId} till cards`}, 0)) AS "isFree"`)
  if (!rows[0]?.isFree) return false
  const moment = new Date()
  const taken = await takeChanged(tx)
  const ids = new Set(taken.length < AT_ONCE ? [...taken, ...(await listDue(tx, moment))] : taken)
  await publish(tx, [...ids], moment)
  return taken.length === AT_ONCE
}

function takeChanged(tx: Tx): Promise<string[]> {
  return listIds(
    tx,
    sql`
      DELETE FROM till_card_changes WHERE organization_id = ${tx.organizationId} AND id IN (
        SELECT id FROM till_card_changes WHERE organization_id = ${tx.organizationId} ORDER BY id LIMIT ${AT_ONCE})
      RETURNING card_id AS id`,
  )
}

function listDue(tx: Tx, moment: Date): Promise<string[]> {
  return listIds(
    tx,
    sql`
      SELECT id FROM till_cards
      WHERE organization_id = ${tx.organizationId} AND due_at <= ${moment.toISOString()}
      ORDER BY due_at LIMIT ${AT_ONCE}`,
  )
}

async function publish(tx: Tx, ids: string[], moment: Date): Promise<void> {
  if (ids.length === 0) return
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
        ...{ organizationId: tx.organizationId, id: card.id, body: JSON.stringify(described(card)) },
        ...{ turnover: card.turnover, balance: card.balance, countedAt: moment, dueAt: card.dueAt },
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

/** In the order of the shape: both sides digest it as it is written. */
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
