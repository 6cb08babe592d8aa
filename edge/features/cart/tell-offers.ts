import type { Reason, Trace } from '#shared/pricing/promotions/model.ts'

/** So many are told of, however many promotions head office has. */
const MOST_TOLD = 100
const ELSEWHERE: readonly Reason[] = [
  'inactive',
  'not_begun',
  'over',
  'other_day',
  'other_hour',
  'other_place',
]

/** Not of those that were never for it: another day, place or time say nothing of a receipt. */
export const isForReceipt = ({ reason }: Pick<Trace, 'reason'>): boolean => !ELSEWHERE.includes(reason)

/** Of all promotions and the card those that a cashier is told of: first what gives, then what could have given. */
export function tellOffers(trace: readonly Trace[]): Trace[] {
  const rank = (one: Trace): number => (one.reason === 'applied' ? 0 : isForReceipt(one) ? 1 : 2)
  return trace.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_TOLD)
}
