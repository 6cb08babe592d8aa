import { amount, percent, rate } from '#shared/money/decimal.ts'
import type { ReplicaProgram } from '#shared/sync/download.ts'
import type { CartProgram } from './model.ts'

/**
 * Converts the loyalty program stored at a till for pricing, from major units to whole steps. Throws
 * `RangeError` beyond the exact range.
 */
export function readProgram(id: string, { offlineSpendLimit: _, ...stored }: ReplicaProgram): CartProgram {
  return {
    ...stored,
    id,
    startsAt: stored.startsAt === null ? null : new Date(stored.startsAt),
    endsAt: stored.endsAt === null ? null : new Date(stored.endsAt),
    discountPercent: percent(stored.discountPercent),
    levels: stored.levels.map((level) => ({
      fromAmount: amount(level.fromAmount),
      percent: percent(level.percent),
    })),
    earnPercent: percent(stored.earnPercent),
    spendRate: rate(stored.spendRate),
    maxSpendPercent: percent(stored.maxSpendPercent),
  }
}
