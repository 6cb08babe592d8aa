import { type Amount, type Cost, toSteps } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'

const MARKUP_PLACES = 4
/** Cost has 4 decimal places, and so has 1 + markup. */
const STEPS_IN_A_UNIT = 10n ** 8n

/**
 * Cost × (1 + markup), rounded up to a whole major unit; `markup` is a fraction of at most 4 decimal places. Throws
 * RangeError when the result is too large to be exact.
 */
export function retailFromCost(cost: Cost, markup: number): Amount {
  const factor = BigInt(10 ** MARKUP_PLACES + must(toSteps(markup, MARKUP_PLACES), 'markup of 4 places'))
  const price = ((BigInt(cost) * factor + STEPS_IN_A_UNIT - 1n) / STEPS_IN_A_UNIT) * 100n
  if (price > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('the price is too large to be exact')
  return Number(price) as Amount
}
