import type { Reason } from '#shared/domain/promotion-reasons.ts'
import type { Trace } from '#shared/pricing/promotions/model.ts'

/** Maximum number of offers reported to the cashier. */
const MOST_OFFERS = 100
const ELSEWHERE: readonly Reason[] = [
  'inactive',
  'not_begun',
  'over',
  'other_day',
  'other_hour',
  'other_place',
]

/**
 * False for offers that cannot apply to the receipt at all: inactive ones, and those of another day, place or
 * time.
 */
export const isForReceipt = ({ reason }: Pick<Trace, 'reason'>): boolean => !ELSEWHERE.includes(reason)

/**
 * Selects the offers shown to the cashier from all promotions and the card. Applied offers come first, then
 * those that could have applied.
 */
export function selectOffers(trace: readonly Trace[]): Trace[] {
  const rank = (one: Trace): number => (one.reason === 'applied' ? 0 : isForReceipt(one) ? 1 : 2)
  return trace.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_OFFERS)
}
