import { type SQL, sql } from 'drizzle-orm'
import type { PriceChange } from '#shared/contracts/catalog/products.ts'
import { type PriceRounding, USUAL_ROUNDING } from '#shared/domain/price-rounding.ts'
import { RATE_PLACES } from '#shared/money/decimal.ts'
import type { ExchangeRate } from '#shared/money/exchange.ts'

const ROUNDED: Record<PriceRounding['rounding'], SQL> = {
  // PostgreSQL rounds a numeric half away from zero.
  Nearest: sql`round`,
  Up: sql`ceil`,
  Down: sql`floor`,
}

/** Terms of a new price that are not part of the change. */
export interface PriceTerms {
  /** Rounding of the organization, for a change without its own. */
  usualRounding: PriceRounding | null
  /** Exchange rate of the price type's currency, because costs are in the currency of the organization. */
  rate: ExchangeRate
}

/**
 * Returns the SQL of the new price in hundredths. It uses the columns `price` and `other` (hundredths),
 * `cost` (ten-thousandths) and `markup` (a fraction). Null when there is nothing to calculate the price from.
 * The result is exact, because everything is calculated in numeric.
 */
export function newPrice({ rule, ...own }: PriceChange, { usualRounding, rate }: PriceTerms): SQL {
  const exact = exactPrice(rule, rate)
  if (rule.kind === 'Set') return exact
  const { rounding, roundTo } = roundingOf(rule, own, usualRounding)
  const ending = sql`${own.ending ?? 0}::numeric`
  return sql`(${ROUNDED[rounding]}((${exact} - ${ending}) / ${roundTo}::numeric) * ${roundTo}::numeric + ${ending})::bigint`
}

/**
 * Returns the rounding of the change, or else that of the organization, or else the default. A change that
 * sets only one part of the rounding gets the other part from the default for prices.
 */
function roundingOf(
  { kind }: PriceChange['rule'],
  { rounding, roundTo }: Pick<PriceChange, 'rounding' | 'roundTo'>,
  ofOrganization: PriceRounding | null,
): PriceRounding {
  if (rounding === undefined && roundTo === undefined)
    return ofOrganization ?? USUAL_ROUNDING[isOfCost({ kind }) ? 'cost' : 'price']
  const { price } = USUAL_ROUNDING
  return { rounding: rounding ?? price.rounding, roundTo: roundTo ?? price.roundTo }
}

export const isOfCost = ({ kind }: Pick<PriceChange['rule'], 'kind'>): boolean =>
  kind === 'CostPlusMarkup' || kind === 'CostPlusPercent'

function exactPrice(rule: PriceChange['rule'], { rate, multiplicity }: ExchangeRate): SQL {
  // Divides only once, at the end, so that the result is exact whenever the price is.
  const inTheirs = sql`${multiplicity}::numeric * ${10 ** RATE_PLACES}::numeric / (100 * ${rate}::numeric)`
  switch (rule.kind) {
    case 'Set':
      return sql`${rule.value}::bigint`
    case 'Percent':
      return sql`(price::numeric * ${10_000 + rule.percent}::numeric / 10000)`
    case 'Add':
      return sql`(price::numeric + ${rule.amount}::numeric)`
    case 'CostPlusMarkup':
      return sql`(nullif(cost, 0)::numeric * (1 + markup) * ${inTheirs})`
    case 'CostPlusPercent':
      return sql`(nullif(cost, 0)::numeric * (${10_000 + rule.percent}::numeric / 10000) * ${inTheirs})`
    case 'FromPriceType':
      return sql`(nullif(other, 0)::numeric * ${10_000 + rule.percent}::numeric / 10000)`
  }
}
