import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { dayOf } from '#hub/db/days.ts'
import { currencyRates, organizationCurrencies } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { DocumentInput } from '#shared/contracts/documents.ts'
import { rateToNumber } from '#shared/money/decimal.ts'
import { type ExchangeRate, OWN_RATE } from '#shared/money/exchange.ts'
import { invalidField } from '#shared/problems/problem.ts'
import type { Settings } from './settings.ts'

/** Currency of a document and its exchange rate (docs/domain.md#currencies). */
export interface CurrencyTerms extends ExchangeRate {
  currencyId: string
}

type Books = Pick<Settings, 'currencyId' | 'timeZone'>

/**
 * Returns the currency terms of a document: the given rate, or else the rate of its day. `keptCurrencyId` is
 * the document's previous currency, which may be archived. Throws `invalid_request` naming currencyId, rate
 * or multiplicity.
 */
export async function currencyTermsOf(
  tx: Tx,
  { currencyId: sent, rate, multiplicity }: Pick<DocumentInput, 'currencyId' | 'rate' | 'multiplicity'>,
  date: Date,
  own: Books,
  keptCurrencyId?: string,
): Promise<CurrencyTerms> {
  const currencyId = sent ?? own.currencyId
  if (currencyId === own.currencyId) {
    if ((rate ?? OWN_RATE.rate) !== OWN_RATE.rate)
      throw invalidField(['rate'], 'the currency of the organization has the rate 1')
    if (rate && (multiplicity ?? 1) !== 1)
      throw invalidField(['multiplicity'], 'the currency of the organization has the multiplicity 1')
    return { currencyId, ...OWN_RATE }
  }
  await requireCurrency(tx, currencyId, keptCurrencyId)
  if (rate && multiplicity) return { currencyId, rate, multiplicity }
  const ofDay = await rateOfDay(tx, currencyId, dayOf(date, own.timeZone))
  if (rate) return { currencyId, rate, multiplicity: ofDay?.multiplicity ?? 1 }
  if (!ofDay) throw invalidField(['rate'], `is required: no rate is known for ${dayOf(date, own.timeZone)}`)
  return { currencyId, ...ofDay }
}

/** Throws `invalid_request` naming currencyId when the currency does not exist, or is archived and not `keptId`. */
export async function requireCurrency(tx: Tx, id: string, keptId?: string): Promise<void> {
  // Takes the same lock as a foreign key, so this waits while the currency is being archived.
  const [currency] = await tx
    .select({ isArchived: organizationCurrencies.isArchived })
    .from(organizationCurrencies)
    .where(
      and(eq(organizationCurrencies.organizationId, tx.organizationId), eq(organizationCurrencies.id, id)),
    )
    .for('key share')
  if (!currency) throw invalidField(['currencyId'], `there is no currency ${id}`)
  if (currency.isArchived && id !== keptId) throw invalidField(['currencyId'], 'the currency is archived')
}

/** Returns the latest rate known on the day, or undefined before the first one. */
export async function rateOfDay(tx: Tx, currencyId: string, day: string): Promise<ExchangeRate | undefined> {
  return (await ratesOfDay(tx, sql`= ${currencyId}::uuid`, sql`${day}::date`)).get(currencyId)
}

/** Returns the rates of currencies on a day, by currency id. `isOne` is the SQL comparison with their id. */
export async function ratesOfDay(
  tx: Tx,
  isOne: SQLWrapper,
  day: SQLWrapper,
): Promise<Map<string, ExchangeRate & { day: string }>> {
  const rows = await tx
    .selectDistinctOn([currencyRates.currencyId])
    .from(currencyRates)
    .where(
      and(
        eq(currencyRates.organizationId, tx.organizationId),
        sql`${currencyRates.currencyId} ${isOne}`,
        sql`${currencyRates.day} <= ${day}`,
      ),
    )
    .orderBy(currencyRates.currencyId, sql`${currencyRates.day} DESC`)
  return new Map(
    rows.map(({ currencyId, day, rate, multiplicity }) => [currencyId, { day, rate, multiplicity }]),
  )
}

/** Returns text such as `1 USD = 450.5 KZT`. */
export const rateInWords = ({ rate, multiplicity }: ExchangeRate, of: string, own: string): string =>
  `${multiplicity} ${of} = ${rateToNumber(rate)} ${own}`
