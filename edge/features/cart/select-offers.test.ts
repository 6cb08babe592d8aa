import { expect, it } from 'vitest'
import type { Reason } from '#shared/domain/promotion-reasons.ts'
import type { Amount } from '#shared/money/decimal.ts'
import type { Trace } from '#shared/pricing/promotions/model.ts'
import { isForReceipt, selectOffers } from './select-offers.ts'

it('keeps 100 offers: applied promotions first, then those that could have applied', () => {
  const all = [
    ...many('over', 100),
    ...many('too_little', 80),
    ...many('applied', 3),
    ...many('other_day', 5),
  ]
  expect(selectOffers(all).map(({ reason }) => reason)).toEqual([
    ...Array(3).fill('applied'),
    ...Array(80).fill('too_little'),
    ...Array(17).fill('over'),
  ])
})

it('excludes promotions of another day from the offers for a receipt', () => {
  const offers = selectOffers([...many('other_day', 1), ...many('nothing_off', 1)])
  expect(offers.filter(isForReceipt).map(({ reason }) => reason)).toEqual(['nothing_off'])
})

function many(reason: Reason, count: number): Trace[] {
  return Array.from({ length: count }, (_, n) => ({
    kind: 'Promotion',
    refId: `${reason} ${n}`,
    name: 'Tenth off',
    reason,
    amount: 0 as Amount,
    points: 0 as Amount,
  }))
}
