import { presentRecord } from '#hub/http/present-record.ts'
import type { LoyaltyCard, LoyaltyCardFound, PointsEntry } from '#shared/contracts/loyalty/cards.ts'
import { amountToNumber, percentToNumber, rateToNumber } from '#shared/money/decimal.ts'
import type { LedgerEntry } from './list-points.ts'
import type { FullCard } from './queries.ts'

export function presentCard(card: FullCard): LoyaltyCard {
  return {
    ...presentRecord(card),
    cardNumber: card.cardNumber,
    programId: card.programId,
    customerId: card.customerId,
    customerName: card.customerName,
    phone: card.phone,
    status: card.status,
    issuedAt: card.issuedAt.toISOString(),
    issuedById: card.issuedById,
    blockedAt: card.blockedAt?.toISOString() ?? null,
    blockReason: card.blockReason,
    expiresAt: card.expiresAt?.toISOString() ?? null,
    discountPercent: percentToNumber(card.discountPercent),
    turnover: amountToNumber(card.turnover),
    balance: amountToNumber(card.balance),
    pendingPoints: amountToNumber(card.pendingPoints),
    lastPurchaseAt: card.lastPurchaseAt?.toISOString() ?? null,
  }
}

export function presentFound(card: FullCard): LoyaltyCardFound {
  const { program } = card
  return {
    ...presentCard(card),
    programName: program.name,
    programKind: program.kind,
    earnPercent: percentToNumber(program.earnPercent),
    spendRate: rateToNumber(program.spendRate),
    maxSpendPercent: percentToNumber(program.maxSpendPercent),
  }
}

export function presentPoints(entry: LedgerEntry): PointsEntry {
  return {
    id: entry.id,
    cardId: entry.cardId,
    saleId: entry.saleId,
    kind: entry.kind,
    points: amountToNumber(entry.points),
    at: entry.at.toISOString(),
    availableFrom: entry.availableFrom.toISOString(),
    expiresAt: entry.expiresAt?.toISOString() ?? null,
    reason: entry.reason,
  }
}
