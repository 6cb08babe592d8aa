import { describe, expect, it } from 'vitest'
import { type Amount, amount, percent, quantity, sumAmounts } from '#shared/money/decimal.ts'
import { lineSum } from './line.ts'
import {
  type DiscountableLine,
  discountableSum,
  isOverLimit,
  manualDiscounts,
  mostByHand,
} from './manual-discounts.ts'

const ALL = percent(100)
const line = (units: number, price: number, rest: Partial<DiscountableLine> = {}): DiscountableLine => ({
  quantity: quantity(units),
  price: amount(price),
  minPrice: null,
  isDiscountProhibited: false,
  discount: null,
  ...rest,
})
const terms = (maxDiscountPercent = ALL, zeroLines: 'Cent' | 'Allow' = 'Cent') => ({
  maxDiscountPercent,
  zeroLines,
})
const off = (value: number) => ({ percent: percent(value) })
const less = (value: number) => ({ amount: amount(value) })
const major = (amounts: Amount[]) => amounts.map((value) => value / 100)
const ownOf = (one: DiscountableLine, most = ALL) =>
  major(manualDiscounts([one], null, terms(most)).map(({ own }) => own))
const sharesOf = (lines: DiscountableLine[], discount: { percent: never } | object, most = ALL) =>
  major(manualDiscounts(lines, discount as ReturnType<typeof off>, terms(most)).map(({ share }) => share))

describe('the discount of a line', () => {
  it.each([
    ['a percentage', line(2, 50, { discount: off(10) }), 10],
    ['a percentage that leaves half a cent, rounded up', line(1, 0.15, { discount: off(10) }), 0.01],
    ['an amount for the whole line', line(3, 10, { discount: less(5) }), 5],
    ['an amount above the sum of the line', line(1, 10, { discount: less(50) }), 9.99],
    ['100 percent, but for one cent a unit', line(3, 10, { discount: off(100) }), 29.97],
    ['a percentage limited by the minimum price', line(2, 10, { discount: off(50), minPrice: amount(8) }), 4],
    ['nothing below the minimum price', line(2, 10, { discount: off(50), minPrice: amount(12) }), 0],
    [
      'nothing when discounts are prohibited',
      line(1, 10, { discount: off(50), isDiscountProhibited: true }),
      0,
    ],
    ['nothing when the product is free', line(1, 0, { discount: off(50) }), 0],
  ])('takes off the discount of a line: %s', (_, one, taken) => expect(ownOf(one)).toEqual([taken]))

  it('limits the discount of a line to the allowed maximum', () => {
    expect(ownOf(line(1, 10, { discount: less(5) }), percent(20))).toEqual([2])
    expect(ownOf(line(1, 10, { discount: off(5) }), percent(0))).toEqual([0])
  })
})

describe('the discount of a receipt', () => {
  it.each<[string, DiscountableLine[], object, number[]]>([
    ['in proportion to the sums of the lines', [line(1, 30), line(1, 70)], off(10), [3, 7]],
    [
      'with the last cents for the largest remainders',
      [line(1, 10), line(1, 10), line(1, 10)],
      less(1),
      [0.34, 0.33, 0.33],
    ],
    // Shares of 0.10 are 1/2, 1/4 and 1/4: the two equally large lines have equal remainders.
    [
      'with the last cents for the first of equal remainders',
      [line(1, 20), line(1, 10), line(1, 10)],
      less(0.1),
      [0.05, 0.03, 0.02],
    ],
    // Shares of 0.02 are 1/4 and 3/4: the remainders are equal, so the larger line gets the cent.
    [
      'with the last cent for the larger line of equal remainders',
      [line(1, 10), line(1, 30)],
      less(0.02),
      [0, 0.02],
    ],
    [
      'except on lines where discounts are prohibited',
      [line(1, 50, { isDiscountProhibited: true }), line(1, 50)],
      off(10),
      [0, 5],
    ],
    [
      'in proportion to the sums after line discounts',
      [line(1, 100, { discount: off(50) }), line(1, 50)],
      less(10),
      [5, 5],
    ],
    [
      'as far as the minimum prices allow',
      [line(1, 10, { minPrice: amount(9.5) }), line(1, 10)],
      off(10),
      [0.5, 1],
    ],
    [
      'without effect when all discounts are prohibited',
      [line(1, 10, { isDiscountProhibited: true })],
      less(5),
      [0],
    ],
  ])('splits the discount of a receipt %s', (_, lines, discount, shares) =>
    expect(sharesOf(lines, discount)).toEqual(shares),
  )

  it('moves the excess of one line to other lines for an amount, but not for a percentage', () => {
    const lines = [line(1, 100, { minPrice: amount(95) }), line(1, 100)]
    const { ofReceipt } = mostByHand(lines, terms())
    expect(ofReceipt).toBe(amount(104.99))
    expect(sharesOf(lines, { amount: ofReceipt })).toEqual([5, 99.99])
    expect(sharesOf(lines, less(60))).toEqual([5, 55])
    // With a percentage, the excess of one line is not moved to other lines.
    expect(sharesOf(lines, off(30))).toEqual([5, 30])
    // Promoted lines keep the discount of their promotion.
    const promoted = [line(1, 100, { promoted: amount(40) }), line(1, 100)]
    expect(mostByHand(promoted, terms()).ofReceipt).toBe(amount(159.98))
    expect(sharesOf(promoted, less(159.98))).toEqual([59.99, 99.99])
  })

  it('takes off the whole sum where zero lines are allowed, and keeps 0.01 for each unit elsewhere', () => {
    const lines = [line(1, 10), line(4, 5)]
    const shares = manualDiscounts(lines, off(100), terms(ALL, 'Allow')).map(({ share }) => share)
    expect(major(shares)).toEqual([10, 20])
    expect(sharesOf(lines, off(100))).toEqual([9.99, 19.96])
  })

  it('gives no share of a receipt discount to a line that already has the maximum discount', () => {
    const lines = [line(1, 10, { discount: off(20) }), line(1, 10)]
    expect(sharesOf(lines, off(10), percent(20))).toEqual([0, 1])
  })

  it('distributes the exact amount without exceeding the limit of any line', () => {
    for (let seed = 1; seed < 400; seed += 1) {
      const of = (n: number) => ((seed * 7919 + n * 104_729) % 9973) + 1
      const lines = Array.from({ length: 1 + (seed % 7) }, (_, n) =>
        line(of(n + 3) / 1000, (of(n) + 100) / 100),
      )
      const most = percent(1 + (seed % 80))
      const full = sumAmounts(lines.map((one) => lineSum(one.quantity, one.price)))
      const wanted = Math.floor((full * most) / 10_000) as Amount
      const given = manualDiscounts(lines, { amount: wanted }, terms(most)).map(({ share }) => share)
      expect(sumAmounts(given)).toBe(wanted)
      for (const [n, share] of given.entries()) {
        const one = lines[n] ?? line(1, 1)
        expect(isOverLimit(lineSum(one.quantity, one.price), share, most)).toBe(false)
      }
    }
  })
})

it('sums the full prices of the lines that allow discounts, regardless of manual discounts', () => {
  const lines = [
    line(2, 10, { discount: off(50) }),
    line(1, 0.5),
    line(1, 99, { isDiscountProhibited: true }),
  ]
  expect(discountableSum(lines) / 100).toBe(20.5)
  expect(discountableSum([])).toBe(0)
})
