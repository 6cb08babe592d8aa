import { BY_MARKUP, type PriceRounding } from '#shared/catalog/price-rounding.ts'
import { type Amount, type Cost, toSteps } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'

const MARKUP_PLACES = 4
/** Cost has 4 decimal places, and so has 1 + markup; a price has 2. */
const STEPS_IN_A_CENT = 10n ** 6n

/**
 * Cost × (1 + markup), rounded; `markup` is a fraction of at most 4 decimal places. Throws
 * RangeError when the result is too large to be exact.
 */
export function retailFromCost(
  cost: Cost,
  markup: number,
  { rounding, roundTo }: PriceRounding = BY_MARKUP,
): Amount {
  const factor = BigInt(10 ** MARKUP_PLACES + must(toSteps(markup, MARKUP_PLACES), 'markup of 4 places'))
  const step = STEPS_IN_A_CENT * BigInt(roundTo)
  const more = { Up: step - 1n, Nearest: step / 2n, Down: 0n }[rounding]
  const price = ((BigInt(cost) * factor + more) / step) * BigInt(roundTo)
  if (price > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('the price is too large to be exact')
  return Number(price) as Amount
}
