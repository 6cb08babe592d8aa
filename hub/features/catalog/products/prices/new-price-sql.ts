import { type SQL, sql } from 'drizzle-orm'
import { IN_BULK, type PriceRounding } from '#shared/catalog/price-rounding.ts'
import type { PriceChange } from '#shared/contracts/catalog/products.ts'

const ROUNDED: Record<PriceRounding['rounding'], SQL> = {
  // PostgreSQL rounds a numeric half away from zero.
  Nearest: sql`round`,
  Up: sql`ceil`,
  Down: sql`floor`,
}

/**
 * `usual`: how the organization rounds, for a change that does not say.
 *
 * The new price in hundredths, of the columns `price` and `other` (hundredths), `cost` (ten-thousandths) and `markup` (a
 * fraction); null where there is nothing to make it of. Exact: all of it is calculated in numeric.
 */
export function newPrice({ rule, ...own }: PriceChange, usual: PriceRounding | null): SQL {
  const exact = exactPrice(rule)
  if (rule.kind === 'Set') return exact
  const saysNothing = own.roundTo === undefined && own.rounding === undefined
  const { rounding, roundTo } = (saysNothing && usual) || {
    rounding: own.rounding ?? IN_BULK.rounding,
    roundTo: own.roundTo ?? IN_BULK.roundTo,
  }
  const ending = sql`${own.ending ?? 0}::numeric`
  return sql`(${ROUNDED[rounding]}((${exact} - ${ending}) / ${roundTo}::numeric) * ${roundTo}::numeric + ${ending})::bigint`
}

function exactPrice(rule: PriceChange['rule']): SQL {
  switch (rule.kind) {
    case 'Set':
      return sql`${rule.value}::bigint`
    case 'Percent':
      return sql`(price::numeric * ${10_000 + rule.percent}::numeric / 10000)`
    case 'Add':
      return sql`(price::numeric + ${rule.amount}::numeric)`
    case 'CostPlusMarkup':
      return sql`(nullif(cost, 0)::numeric * (1 + markup) / 100)`
    case 'CostPlusPercent':
      return sql`(nullif(cost, 0)::numeric * ${10_000 + rule.percent}::numeric / 1000000)`
    case 'FromPriceType':
      return sql`(nullif(other, 0)::numeric * ${10_000 + rule.percent}::numeric / 10000)`
  }
}
