import { sql } from 'drizzle-orm'
import { localDay } from '#hub/db/days.ts'
import { getRecord } from '#hub/db/records.ts'
import { priceTypes } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { ratesOfDay } from '#hub/documents/currency-rates.ts'
import { accountingCurrencyOf } from '#hub/features/catalog/currencies/queries.ts'
import { type ExchangeRate, OWN_RATE } from '#shared/money/exchange.ts'

/**
 * Returns today's exchange rate of a price type's currency. Costs are in the currency of the organization and
 * are converted to prices by this rate (docs/domain.md#retail-price-from-cost). Undefined when no rate is
 * known. Throws `not_found`.
 */
export async function rateOfPriceType(tx: Tx, priceTypeId: string): Promise<ExchangeRate | undefined> {
  const { currencyId } = await getRecord(tx, priceTypes, 'price type', priceTypeId)
  if (currencyId === (await accountingCurrencyOf(tx))) return OWN_RATE
  return (await ratesOfDay(tx, sql`= ${currencyId}::uuid`, localDay(sql`now()`))).get(currencyId)
}
