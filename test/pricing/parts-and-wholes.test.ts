import { describe, expect, it } from 'vitest'
import { type Amount, amount, percent, type Quantity, quantity, sumAmounts } from '#shared/money/decimal.ts'
import { spread, spreadWithin } from '#shared/money/spread.ts'
import { lineSum, lineVat } from '#shared/pricing/line.ts'
import { type DiscountableLine, manualDiscounts, mostByHand } from '#shared/pricing/manual-discounts.ts'
import { shareOf } from '#shared/pricing/promotions/points.ts'
import { leftToRefund, type NumberedTender, refundsOf } from '#shared/pricing/refunds.ts'
import { returnedLine } from '#shared/pricing/returned-line.ts'
import { must } from '#shared/std/must.ts'
import { Random } from '#test/support/random.ts'

const RUNS = 4000
const random = new Random('parts and wholes')
const between = (from: number, to: number) => from + random.below(to - from + 1)

/** Splits a whole into random parts of at least one unit each. */
function partsOf(whole: number): number[] {
  const parts: number[] = []
  let left = whole
  while (left > 0) {
    const part = random.below(3) === 0 ? left : between(1, left)
    parts.push(part)
    left -= part
  }
  return parts
}

/**
 * The parts of a split amount must add up to the whole, with the remainder in the last part
 * (docs/domain.md#numbers).
 */
describe('splitting sums into parts', () => {
  it('refunds exactly the amount and VAT of a line over all its returns', () => {
    for (let run = 0; run < RUNS; run += 1) {
      const units = between(1, 9000) as Quantity
      const price = between(1, 50_000) as Amount
      const full = lineSum(units, price)
      const net = (full - random.below(full + 1)) as Amount
      const isIncluded = random.below(2) === 0
      const vatSum = lineVat(net, percent(between(0, 25)), isIncluded)
      let before = 0
      const back = partsOf(units).map((part) => {
        const one = returnedLine(
          { quantity: units, net, vatSum },
          { before: before as Quantity, quantity: part as Quantity, price },
        )
        before += part
        return one
      })
      expect(sumAmounts(back.map((one) => one.net))).toBe(net)
      expect(sumAmounts(back.map((one) => one.vatSum))).toBe(vatSum)
      for (const one of back)
        expect(Math.min(one.net, one.vatSum, one.discountAmount)).toBeGreaterThanOrEqual(0)
    }
  })

  it('splits a manual discount exactly, up to the maximum offered', () => {
    for (let run = 0; run < RUNS; run += 1) {
      const lines = Array.from({ length: between(1, 6) }, (): DiscountableLine => {
        const [units, price] = [quantity(between(1, 5)), between(1, 3000) as Amount]
        return {
          quantity: units,
          price,
          isDiscountProhibited: random.below(5) === 0,
          minPrice: random.below(3) === 0 ? (random.below(price + 1) as Amount) : null,
          discount: random.below(4) === 0 ? { percent: percent(between(1, 40)) } : null,
          promoted: (random.below(3) === 0 ? random.below(lineSum(units, price)) : 0) as Amount,
        }
      })
      const zeroLines = random.below(2) === 0 ? 'Cent' : 'Allow'
      const terms = { maxDiscountPercent: percent(between(1, 100)), zeroLines } as const
      const { ofReceipt } = mostByHand(lines, terms)
      for (const wanted of [ofReceipt, random.below(ofReceipt + 1) as Amount]) {
        const given = manualDiscounts(lines, { amount: wanted }, terms)
        expect(sumAmounts(given.map(({ share }) => share))).toBe(wanted)
      }
    }
  })

  it('reverses exactly the points of a receipt over all its returns', () => {
    for (let run = 0; run < RUNS; run += 1) {
      const [whole, points] = [between(1, 100_000) as Amount, between(0, 10_000) as Amount]
      let before = 0
      const back = partsOf(whole).map((part) => {
        const upTo = (sum: number) => shareOf(points, sum as Amount, whole)
        const own = upTo(before + part) - upTo(before)
        before += part
        return own
      })
      expect(back.reduce((sum, part) => sum + part, 0)).toBe(points)
    }
  })

  it('refunds exactly the amount paid by each tender and voucher over all returns', () => {
    for (let run = 0; run < RUNS; run += 1) {
      const payments = Array.from({ length: between(1, 4) }, (_, n): NumberedTender => {
        const type = must((['Cash', 'Card', 'GiftCard', 'Bonus'] as const)[random.below(4)])
        return {
          type,
          amount: between(1, 5000) as Amount,
          ...(type === 'GiftCard' && { reference: `G${n}` }),
        }
      })
      const sale = { payments, changeSum: amount(0) }
      const sum = sumAmounts(payments.map((payment) => payment.amount))
      const returns: { payments: NumberedTender[]; changeSum: Amount }[] = []
      for (const part of partsOf(sum))
        returns.push({
          changeSum: amount(0),
          payments: refundsOf(part as Amount, leftToRefund(sale, returns)),
        })
      expect(leftToRefund(sale, returns)).toEqual([])
      expect(sumAmounts(returns.flatMap(({ payments: back }) => back.map((way) => way.amount)))).toBe(sum)
    }
  })

  it('limits each part to its maximum when spreading a total', () => {
    for (let run = 0; run < RUNS; run += 1) {
      const weights = Array.from({ length: between(1, 6) }, () => random.below(1000))
      const most = weights.map(() => random.below(500) as Amount)
      const total = random.below(2000) as Amount
      const parts = spreadWithin(total, weights, most)
      expect(sumAmounts(parts)).toBe(Math.min(total, sumAmounts(most)))
      for (const [i, part] of parts.entries()) expect(part).toBeLessThanOrEqual(must(most[i]))
      if (sumAmounts(spread(total, weights)) === total && most.every((each) => each >= total))
        expect(parts).toEqual(spread(total, weights))
    }
  })
})
