import { amount, percent, rate } from '#shared/money/decimal.ts'
import type { ReplicaProgram } from '#shared/sync/download.ts'
import type { CartProgram } from './model.ts'

/** A program as a till holds it, for pricing: major units become whole steps. Throws RangeError past the exact range. */
export function readProgram(id: string, { offlineSpendLimit: _, ...told }: ReplicaProgram): CartProgram {
  return {
    ...told,
    id,
    startsAt: told.startsAt === null ? null : new Date(told.startsAt),
    endsAt: told.endsAt === null ? null : new Date(told.endsAt),
    discountPercent: percent(told.discountPercent),
    levels: told.levels.map((level) => ({
      fromAmount: amount(level.fromAmount),
      percent: percent(level.percent),
    })),
    earnPercent: percent(told.earnPercent),
    spendRate: rate(told.spendRate),
    maxSpendPercent: percent(told.maxSpendPercent),
  }
}
