import { and, asc, eq } from 'drizzle-orm'
import { getRecord } from '#hub/db/records.ts'
import { loyaltyCards, loyaltyPoints } from '#hub/db/tables/loyalty.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { PointsKind } from '#shared/contracts/loyalty/cards.ts'
import { type PointsRow, pointsBalance } from '#shared/loyalty/points-balance.ts'
import type { Amount } from '#shared/money/decimal.ts'
import { idFromName } from '#shared/std/ids.ts'

export type LedgerEntry = Omit<typeof loyaltyPoints.$inferSelect, 'kind' | 'organizationId'> & {
  kind: PointsKind
}

/** Returns a page of the card's points ledger, newest first, including expirations. */
export async function listPoints(
  tx: Tx,
  cardId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: LedgerEntry[]; total: number }> {
  await getRecord(tx, loyaltyCards, 'loyalty card', cardId)
  const rows = await tx
    .select()
    .from(loyaltyPoints)
    .where(and(eq(loyaltyPoints.organizationId, tx.organizationId), eq(loyaltyPoints.cardId, cardId)))
    .orderBy(asc(loyaltyPoints.at), asc(loyaltyPoints.id))
  const entries: LedgerEntry[] = [...rows]
  for (const { row, points, at } of pointsBalance(rows, new Date()).expired) {
    entries.push({
      id: expiryIdOf(row as PointsRow & { id: string }),
      cardId,
      saleId: null,
      kind: 'Expire',
      points: -points as Amount,
      at,
      availableFrom: at,
      expiresAt: null,
      reason: null,
    })
  }
  const latestFirst = entries.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
  return { rows: latestFirst.slice((page - 1) * pageSize, page * pageSize), total: entries.length }
}

const expiryIdOf = ({ id }: { id: string }): string => idFromName(`expiry of points ${id}`)
