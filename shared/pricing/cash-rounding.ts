import type { CashRounding, CashRoundingScope } from '#shared/contracts/catalog/retail-points.ts'
import { type Amount, sumAmounts } from '#shared/money/decimal.ts'
import { isCash, SET_OFF, type Tender } from './tenders.ts'

/** How a retail point rounds what is paid (docs/domain.md#cash-rounding). */
export interface CashRoundingRule {
  mode: CashRounding
  /** The smallest coin. */
  step: Amount
  appliesTo: CashRoundingScope
}

export const NO_ROUNDING: CashRoundingRule = { mode: 'None', step: 1 as Amount, appliesTo: 'CashOnly' }

/**
 * The rounding of a sum of 0 or more, by payment; negative when it rounds down. With CashOnly what is paid otherwise is
 * exact, and so is a sum that is paid without cash: only what is left for cash is rounded, of an exchange too. Returns are rounded as sales
 * are, but to no more than `most`, which is what is left of what was paid for what comes back.
 *
 * `inAdvance` is paid besides the sum and is not rounded itself: rounding takes no more off than the sum.
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
 * As roundingOf, of a return. What is left for cash may be less than a coin, and then nothing of it is given back: the return is
 * settled without cash once the other ways that have paid (`left`) have nothing left.
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

/** Half a step goes up. */
function rounded(sum: Amount, mode: CashRounding, step: Amount): Amount {
  const over = sum % step
  const isDown = mode === 'Down' || (mode === 'Nearest' && 2 * over < step)
  return (over === 0 ? 0 : isDown ? -over : step - over) as Amount
}
