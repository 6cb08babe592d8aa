import { type PriceRounding, USUAL_ROUNDING } from '#shared/domain/price-rounding.ts'
import { type Amount, type Cost, RATE_PLACES, toSteps } from '#shared/money/decimal.ts'
import { type ExchangeRate, OWN_RATE } from '#shared/money/exchange.ts'
import { must } from '#shared/std/must.ts'

const MARKUP_PLACES = 4
/** Steps of an unrounded price per cent: cost has 4 decimal places, and so has 1 + markup, while a price has 2. */
const STEPS_IN_A_CENT = 10n ** 6n

/** Rounding of a price calculated from a cost, and the exchange rate of its currency. */
export interface RetailTerms {
  /** Rounding of the organization, or null when none is set. */
  rounding?: PriceRounding | null
  rate?: ExchangeRate
}

/**
 * Returns cost × (1 + markup) in the currency of the rate, rounded once. `markup` is a fraction of at most 4
 * decimal places. Throws RangeError when the result exceeds the exact range.
 */
export function retailFromCost(
  cost: Cost,
  markup: number,
  { rounding: own, rate: { rate, multiplicity } = OWN_RATE }: RetailTerms = {},
): Amount {
  const { rounding, roundTo } = own ?? USUAL_ROUNDING.cost
  const factor = BigInt(10 ** MARKUP_PLACES + must(toSteps(markup, MARKUP_PLACES), 'markup of 4 places'))
  const step = STEPS_IN_A_CENT * BigInt(roundTo) * BigInt(rate)
  const exact = BigInt(cost) * factor * BigInt(multiplicity) * BigInt(10 ** RATE_PLACES)
  const more = { Up: step - 1n, Nearest: step / 2n, Down: 0n }[rounding]
  const price = ((exact + more) / step) * BigInt(roundTo)
  if (price > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('the price is too large to be exact')
  return Number(price) as Amount
}
