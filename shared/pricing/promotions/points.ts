import type { Amount, Rate } from '#shared/money/decimal.ts'
import type { Cart, CartLine, CartProgram } from './model.ts'
import { netOf, type Place } from './place.ts'

const RATE_ONE = 1_000_000n

type EarningProgram = Pick<
  CartProgram,
  'earnPercent' | 'pointStep' | 'earnOnBonusPaidPart' | 'excludedGroupIds' | 'excludeDiscountedLines'
>

/** True when the loyalty program excludes the line, which then gets no card discount and earns no points. */
export function isExcluded(
  program: Pick<CartProgram, 'excludedGroupIds' | 'excludeDiscountedLines'>,
  line: Pick<CartLine, 'groupIds'>,
  isReduced: boolean,
): boolean {
  if (line.groupIds.some((id) => program.excludedGroupIds.includes(id))) return true
  return program.excludeDiscountedLines && isReduced
}

/** Paid line, for the calculation of points. */
interface PaidLine {
  sum: Amount
  groupIds: readonly string[]
  /** True when a promotion reduced the line. */
  isReduced: boolean
}

/** Returns the points earned by a payment, rounded down to the step of the program. */
export function earnedOf(
  program: EarningProgram,
  lines: readonly PaidLine[],
  paidWithPoints: Amount,
): Amount {
  return earnedFor(
    program,
    lines.map((line) => ({ sum: line.sum, earnsPoints: !isExcluded(program, line, line.isReduced) })),
    paidWithPoints,
  )
}

/** Returns points like `earnedOf`, for lines with a known `earnsPoints`. */
export function earnedFor(
  program: Pick<CartProgram, 'earnPercent' | 'pointStep' | 'earnOnBonusPaidPart'>,
  lines: readonly { sum: Amount; earnsPoints: boolean }[],
  paidWithPoints: Amount,
): Amount {
  let base = 0n
  let total = 0n
  for (const { sum, earnsPoints } of lines) {
    total += BigInt(sum)
    if (earnsPoints) base += BigInt(sum)
  }
  if (total <= 0n) return 0 as Amount
  const paid = program.earnOnBonusPaidPart ? 0n : BigInt(Math.min(paidWithPoints, Number(total)))
  const step = program.pointStep === 'Whole' ? 100n : 1n
  const exact = (base * (total - paid) * BigInt(program.earnPercent)) / (total * 100_00n)
  return Number((exact / step) * step) as Amount
}

export function earnedPoints(cart: Cart, program: CartProgram, places: readonly Place[]): Amount {
  const lines = places.map((place) => ({ sum: netOf(place), earnsPoints: earnsPoints(program, place) }))
  return earnedFor(program, lines, cart.paidWithPoints ?? (0 as Amount))
}

export function earnsPoints(program: CartProgram, { line, cuts }: Place): boolean {
  return !isExcluded(
    program,
    line,
    cuts.some(({ kind }) => kind === 'Promotion' || kind === 'Coupon'),
  )
}

/** Returns the maximum part of a sum that points can pay, and the points needed for it. */
export function spendingLimit(
  { spendRate, maxSpendPercent }: CartProgram,
  balance: Amount,
  sum: Amount,
): { maxSpend: Amount; maxPaid: Amount } {
  const share = (BigInt(sum) * BigInt(maxSpendPercent)) / 100_00n
  const worth = (BigInt(Math.max(0, balance)) * BigInt(spendRate)) / RATE_ONE
  const maxPaid = Number(share < worth ? share : worth) as Amount
  return { maxPaid, maxSpend: pointsFor(maxPaid, spendRate) }
}

/** Returns the points needed to pay an amount, rounded up. */
export function pointsFor(paid: Amount, spendRate: Rate): Amount {
  const rate = BigInt(spendRate)
  return Number((BigInt(paid) * RATE_ONE + rate - 1n) / rate) as Amount
}

/** Returns the points that belong to a part of a sum, in proportion and rounded down. */
export function shareOf(points: Amount, part: Amount, whole: Amount): Amount {
  if (whole <= 0) return 0 as Amount
  return Number((BigInt(points) * BigInt(Math.min(part, whole))) / BigInt(whole)) as Amount
}
