import type { CashRounding, CashRoundingScope } from '#shared/domain/cash-rounding.ts'
import { isCash, SET_OFF, type Tender } from '#shared/domain/tenders.ts'
import { type Amount, sumAmounts } from '#shared/money/decimal.ts'

/** Rounding rule of a retail point (docs/domain.md#cash-rounding). */
export interface CashRoundingRule {
  mode: CashRounding
  /** Smallest coin: sums are rounded to its multiples. */
  step: Amount
  appliesTo: CashRoundingScope
}

export const NO_ROUNDING: CashRoundingRule = { mode: 'None', step: 1 as Amount, appliesTo: 'CashOnly' }

/**
 * Returns the rounding of a non-negative sum. The rounding is negative when the sum is rounded down. With
 * CashOnly, only the part paid in cash is rounded: other tenders are exact, and a sum paid without cash is
 * not rounded. Returns are rounded like sales, but to at most `most`, the remainder of the original payment.
 *
 * `inAdvance` is paid in addition to the sum, for gift vouchers. The total of both is rounded, and the
 * rounding takes off at most the sum.
 */
export function roundingOf(
  sum: Amount,
  tenders: readonly Pick<Tender, 'type' | 'amount'>[],
  rule: CashRoundingRule,
  most: Amount | null = null,
  inAdvance: Amount = 0 as Amount,
): Amount {
  if (sum === 0) return 0 as Amount
  const put = Math.max(-sum, byRule((sum + inAdvance) as Amount, tenders, rule)) as Amount
  return most === null ? put : (Math.min(put, most - sum) as Amount)
}

/**
 * Returns the rounding of a return, like `roundingOf`. When the remainder in cash is less than a coin and the
 * other original tenders (`left`) are used up, the remainder is not refunded, so that the return needs no
 * cash.
 */
export function roundingOfRefund(
  sum: Amount,
  tenders: readonly Tender[],
  { rule, most, left }: { rule: CashRoundingRule; most: Amount | null; left: readonly Tender[] | null },
): Amount {
  const put = roundingOf(sum, tenders, rule, most)
  const paid = sumAmounts(tenders.map(({ amount }) => amount))
  if (!left || tenders.some(isCash) || paid >= sum + put) return put
  const others = sumAmounts(left.filter((way) => !isCash(way)).map(({ amount }) => amount))
  if (paid < others) return put
  const inCash = roundingOf(sum, [...tenders, { type: 'Cash', amount: 0 as Amount }], rule, most)
  return paid === sum + inCash ? inCash : put
}

function byRule(
  sum: Amount,
  tenders: readonly Pick<Tender, 'type' | 'amount'>[],
  { mode, step, appliesTo }: CashRoundingRule,
): Amount {
  if (mode === 'None') return 0 as Amount
  if (appliesTo === 'All') return rounded(sum, mode, step)
  const others = tenders.filter((tender) => !isCash(tender))
  const chosen = tenders.filter(({ type }) => type !== SET_OFF)
  if (chosen.length > 0 && !chosen.some(isCash)) return 0 as Amount
  const left = (sum - sumAmounts(others.map(({ amount }) => amount))) as Amount
  return left > 0 ? rounded(left, mode, step) : (0 as Amount)
}

/** Returns the difference from the sum to its rounded value. Nearest rounds half a step up. */
function rounded(sum: Amount, mode: CashRounding, step: Amount): Amount {
  const over = sum % step
  const isDown = mode === 'Down' || (mode === 'Nearest' && 2 * over < step)
  return (over === 0 ? 0 : isDown ? -over : step - over) as Amount
}
