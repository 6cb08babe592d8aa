import { and, eq } from 'drizzle-orm'
import { countRows, deleteRecord, notFound, updateRecord } from '#hub/db/records.ts'
import { loyaltyCards } from '#hub/db/tables/loyalty.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { amountToNumber } from '#shared/money/decimal.ts'
import { Problem } from '#shared/problems/problem.ts'
import { type CardRow, completeCards, lockCard } from './queries.ts'

const NOUN = 'loyalty card'

/** Blocks the card. Does nothing when it is already blocked. */
export async function blockCard(tx: Tx, id: string, reason: string | null): Promise<void> {
  const { status } = await lockedCard(tx, id)
  if (status === 'Blocked') return
  await updateRecord(tx, loyaltyCards, NOUN, id, undefined, {
    status: 'Blocked',
    blockedAt: new Date(),
    blockReason: reason,
  })
}

/** Unblocks the card. Does nothing when it is already active. */
export async function unblockCard(tx: Tx, id: string): Promise<void> {
  const { status } = await lockedCard(tx, id)
  if (status === 'Active') return
  await updateRecord(tx, loyaltyCards, NOUN, id, undefined, {
    status: 'Active',
    blockedAt: null,
    blockReason: null,
  })
}

/** Deletes the card. Throws `card_used` for a card with posted sales, or with unspent or pending points. */
export async function deleteCard(tx: Tx, id: string): Promise<void> {
  const row = await lockedCard(tx, id)
  const sales = await countRows(
    tx,
    retailSales,
    and(
      eq(retailSales.organizationId, tx.organizationId),
      eq(retailSales.loyaltyCardId, id),
      eq(retailSales.status, 'Posted'),
    ),
  )
  if (sales > 0)
    throw new Problem('card_used', { detail: `It is used on receipts (${sales}): block it instead` })
  const [card] = await completeCards(tx, [row])
  const left = card ? card.balance + card.pendingPoints : 0
  if (card && left !== 0) {
    const detail = `It has ${amountToNumber(card.balance)} points and ${amountToNumber(card.pendingPoints)} to come: block it instead`
    throw new Problem('card_used', { detail })
  }
  await deleteRecord(tx, loyaltyCards, NOUN, id)
}

async function lockedCard(tx: Tx, id: string): Promise<CardRow> {
  const row = await lockCard(tx, id)
  if (!row) throw notFound(NOUN, id)
  return row
}
