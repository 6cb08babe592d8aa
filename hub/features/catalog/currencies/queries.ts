import { and, eq, inArray, sql } from 'drizzle-orm'
import { localDay } from '#hub/db/days.ts'
import { getRecord, type Row } from '#hub/db/records.ts'
import { organizationCurrencies, priceTypes, retailPoints } from '#hub/db/tables/catalog.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import { ratesOfDay } from '#hub/documents/currency-rates.ts'
import type { Rate } from '#shared/money/decimal.ts'
import { OWN_RATE } from '#shared/money/exchange.ts'
import { must } from '#shared/std/must.ts'

export type CurrencyRow = Row<typeof organizationCurrencies>
/** Currency with today's exchange rate. */
export type CurrencyNow = CurrencyRow & {
  isDefault: boolean
  rate: Rate | null
  multiplicity: number
  rateDay: string | null
}

/** Returns the id of the currency in which the organization keeps its accounts. */
export async function accountingCurrencyOf(tx: Tx): Promise<string> {
  const [organization] = await tx
    .select({ currencyId: organizations.currencyId })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId))
  return must(organization, 'organization').currencyId
}

export async function withRates(tx: Tx, rows: CurrencyRow[]): Promise<CurrencyNow[]> {
  const accounting = await accountingCurrencyOf(tx)
  const ids = sql.param(rows.map(({ id }) => id))
  const rates = await ratesOfDay(tx, sql`= ANY(${ids}::uuid[])`, localDay(sql`now()`))
  return rows.map((row) => {
    const isDefault = row.id === accounting
    const { rate, multiplicity, day } = rates.get(row.id) ?? {
      rate: isDefault ? OWN_RATE.rate : null,
      multiplicity: 1,
      day: null,
    }
    return { ...row, isDefault, rate, multiplicity, rateDay: day }
  })
}

/**
 * Locks the currency until the transaction ends, so that it cannot change and no price type can start to use
 * it. Throws `not_found`.
 */
export async function lockCurrency(tx: Tx, id: string): Promise<CurrencyRow> {
  const [row] = await tx
    .select()
    .from(organizationCurrencies)
    .where(
      and(eq(organizationCurrencies.organizationId, tx.organizationId), eq(organizationCurrencies.id, id)),
    )
    .for('update')
  return row ?? getRecord(tx, organizationCurrencies, 'currency', id)
}

/**
 * Adds the retail points that sell in this currency to the change feed, because their tills show its code and
 * symbol.
 */
export async function notifyTills(tx: Tx, currencyId: string): Promise<void> {
  const inCurrency = tx
    .select({ id: priceTypes.id })
    .from(priceTypes)
    .where(and(eq(priceTypes.organizationId, tx.organizationId), eq(priceTypes.currencyId, currencyId)))
  await tx
    .update(retailPoints)
    .set({ updatedAt: sql`${retailPoints.updatedAt}` })
    .where(
      and(eq(retailPoints.organizationId, tx.organizationId), inArray(retailPoints.priceTypeId, inCurrency)),
    )
}
