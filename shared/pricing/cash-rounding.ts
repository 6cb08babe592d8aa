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
 */
export function roundingOf(
  sum: Amount,
  tenders: readonly Pick<Tender, 'type' | 'amount'>[],
  rule: CashRoundingRule,
  most: Amount | null = null,
): Amount {
  const put = byRule(sum, tenders, rule)
  return most === null ? put : (Math.min(put, most - sum) as Amount)
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
