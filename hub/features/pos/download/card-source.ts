import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { tillCards } from '#hub/db/tables/till-cards.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { DescribedCard } from '#hub/features/pos/cards/publish-cards.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import type { Bucket } from '#shared/sync/digest.ts'
import { limitOf, type ReplicaSource, selected } from './selection.ts'

const heldCards = (tx: Tx) => and(eq(tillCards.organizationId, tx.organizationId), isNotNull(tillCards.body))

export const loadCards: ReplicaSource = async (tx, _scope, selection) => {
  const rows = await tx
    .select()
    .from(tillCards)
    .where(and(heldCards(tx), selected(tillCards.id, selection)))
    .orderBy(asc(tillCards.id))
    .limit(limitOf(selection))
  return rows.map(({ id, body, turnover, balance, countedAt }) => ({
    t: 'card',
    op: 'put',
    id,
    v: {
      ...(JSON.parse(body ?? '') as DescribedCard),
      turnover: amountToNumber(turnover),
      balance: amountToNumber(balance),
      countedAt: countedAt.toISOString(),
    },
  }))
}

/** Returns the ids of all cards held by tills, or of those in a bucket. */
export async function listCardIds(tx: Tx, bucket: Bucket | null): Promise<string[]> {
  const inBucket = bucket === null ? undefined : sql`right(${tillCards.id}::text, 2) = ${bucket}`
  const rows = await tx
    .select({ id: tillCards.id })
    .from(tillCards)
    .where(and(heldCards(tx), inBucket))
  return rows.map(({ id }) => id)
}

/** Returns the ids of cards changed or deleted after a feed number. */
export async function listChangedCards(tx: Tx, since: number): Promise<string[]> {
  const rows = await tx
    .select({ id: tillCards.id })
    .from(tillCards)
    .where(and(eq(tillCards.organizationId, tx.organizationId), gt(tillCards.seq, since)))
  return rows.map(({ id }) => id)
}
