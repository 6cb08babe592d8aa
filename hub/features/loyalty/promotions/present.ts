import { presentRecord } from '#hub/http/present-record.ts'
import type { Promotion } from '#shared/contracts/loyalty/promotions.ts'
import {
  type Amount,
  amountToNumber,
  type Percent,
  percentToNumber,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import type { PromotionRow } from './save-promotion.ts'

export function presentPromotion(row: PromotionRow): Promotion {
  const { conditions, effect } = row
  return {
    ...presentRecord(row),
    name: row.name,
    isActive: row.isActive,
    priority: row.priority,
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    daysOfWeek: row.daysOfWeek,
    timeFrom: row.timeFrom,
    timeTo: row.timeTo,
    storeIds: row.storeIds,
    retailPointIds: row.retailPointIds,
    requiresCard: row.requiresCard,
    programIds: row.programIds,
    kind: row.kind,
    conditions: {
      productIds: conditions.productIds,
      groupIds: conditions.groupIds,
      minQuantity: conditions.minQuantity === null ? null : quantityToNumber(conditions.minQuantity),
      minAmount: orNull(conditions.minAmount),
    },
    effect: {
      percent: percentOrNull(effect.percent),
      amount: orNull(effect.amount),
      isPerUnit: effect.isPerUnit,
      price: orNull(effect.price),
      buyQuantity: effect.buyQuantity,
      getQuantity: effect.getQuantity,
      everyNth: effect.everyNth,
      bundle: effect.bundle,
      threshold: orNull(effect.threshold),
      points: orNull(effect.points),
    },
    combinable: row.combinable,
    maxPerReceipt: row.maxPerReceipt,
    couponCode: row.couponCode,
  }
}

const orNull = (value: Amount | null): number | null => (value === null ? null : amountToNumber(value))
const percentOrNull = (value: Percent | null): number | null =>
  value === null ? null : percentToNumber(value)
