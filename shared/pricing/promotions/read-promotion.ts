import { amount, percent, quantity } from '#shared/money/decimal.ts'
import type { ReplicaPromotion } from '#shared/sync/download.ts'
import type { ActivePromotion } from './model.ts'

/**
 * Converts a promotion stored at a till for pricing, from major units to whole steps. Throws `RangeError`
 * beyond the exact range.
 */
export function readPromotion(id: string, stored: ReplicaPromotion): ActivePromotion {
  const { conditions, effect } = stored
  return {
    ...stored,
    id,
    startsAt: dateOf(stored.startsAt),
    endsAt: dateOf(stored.endsAt),
    conditions: {
      ...conditions,
      minQuantity: stepsOf(conditions.minQuantity, quantity),
      minAmount: stepsOf(conditions.minAmount, amount),
    },
    effect: {
      ...effect,
      percent: stepsOf(effect.percent, percent),
      amount: stepsOf(effect.amount, amount),
      price: stepsOf(effect.price, amount),
      threshold: stepsOf(effect.threshold, amount),
      points: stepsOf(effect.points, amount),
    },
  }
}

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time))
const stepsOf = <Steps>(value: number | null, toSteps: (major: number) => Steps): Steps | null =>
  value === null ? null : toSteps(value)
