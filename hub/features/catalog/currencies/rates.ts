import { and, desc, eq, gte, lte } from 'drizzle-orm'
import { getRecord, notFound } from '#hub/db/records.ts'
import { currencyRates, organizationCurrencies } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type {
  CurrencyRate,
  CurrencyRateInput,
  CurrencyRateQuery,
} from '#shared/contracts/catalog/currencies.ts'
import { rateToNumber } from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { accountingCurrencyOf } from './queries.ts'

type RateRow = typeof currencyRates.$inferSelect

/** Returns a page of rates, latest first. Throws `not_found`. */
export async function listRates(
  tx: Tx,
  currencyId: string,
  { page, pageSize, from, to }: CurrencyRateQuery,
): Promise<{ rows: RateRow[]; total: number }> {
  await getRecord(tx, organizationCurrencies, 'currency', currencyId)
  const where = and(
    ofCurrency(tx, currencyId),
    from ? gte(currencyRates.day, from) : undefined,
    to ? lte(currencyRates.day, to) : undefined,
  )
  const rows = await tx
    .select()
    .from(currencyRates)
    .where(where)
    .orderBy(desc(currencyRates.day))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows, total: await tx.$count(currencyRates, where) }
}

/**
 * Sets the rate of a day and replaces an existing one. Throws `not_found`, and `invalid_request` for the
 * accounting currency.
 */
export async function setRate(tx: Tx, currencyId: string, given: CurrencyRateInput): Promise<RateRow> {
  await getRecord(tx, organizationCurrencies, 'currency', currencyId)
  if (currencyId === (await accountingCurrencyOf(tx)))
    throw invalidField(['rate'], 'the accounting currency has the rate 1')
  const row = { organizationId: tx.organizationId, currencyId, ...given }
  const { day: _, ...changed } = given
  await tx
    .insert(currencyRates)
    .values(row)
    .onConflictDoUpdate({
      target: [currencyRates.organizationId, currencyRates.currencyId, currencyRates.day],
      set: changed,
    })
  return row
}

/** Removes a rate. Documents keep their rate. Throws `not_found`. */
export async function removeRate(tx: Tx, currencyId: string, day: string): Promise<void> {
  const removed = await tx
    .delete(currencyRates)
    .where(and(ofCurrency(tx, currencyId), eq(currencyRates.day, day)))
    .returning({ day: currencyRates.day })
  if (removed.length === 0) throw notFound('rate', day)
}

export function presentRate({ day, rate, multiplicity }: RateRow): CurrencyRate {
  return { day, rate: rateToNumber(rate), multiplicity }
}

const ofCurrency = (tx: Tx, currencyId: string) =>
  and(eq(currencyRates.organizationId, tx.organizationId), eq(currencyRates.currencyId, currencyId))
