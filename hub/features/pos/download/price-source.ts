import { and, asc, eq } from 'drizzle-orm'
import { organizationCurrencies, priceTypes } from '#hub/db/tables/catalog.ts'
import { organizations, vatRates } from '#hub/db/tables/platform.ts'
import { percentToNumber } from '#shared/money/decimal.ts'
import { limitOf, type ReplicaSource, selected } from './selection.ts'

export const loadPriceTypes: ReplicaSource = async (tx, _scope, selection) => {
  const rows = await tx
    .select({ type: priceTypes, currency: organizationCurrencies })
    .from(priceTypes)
    .innerJoin(
      organizationCurrencies,
      and(
        eq(organizationCurrencies.organizationId, priceTypes.organizationId),
        eq(organizationCurrencies.id, priceTypes.currencyId),
      ),
    )
    .where(and(eq(priceTypes.organizationId, tx.organizationId), selected(priceTypes.id, selection)))
    .orderBy(asc(priceTypes.id))
    .limit(limitOf(selection))
  return rows.map(({ type: { id, name, isDefault, sortOrder }, currency }) => ({
    t: 'priceType',
    op: 'put',
    id,
    v: {
      name,
      isDefault,
      sortOrder,
      currencyCode: currency.isoCode,
      currencySymbol: currency.symbol ?? currency.isoCode,
    },
  }))
}

/** Loads the VAT rates of the organization's country. */
export const loadVatRates: ReplicaSource = async (tx, _scope, selection) => {
  const rows = await tx
    .select({ rate: vatRates })
    .from(vatRates)
    .innerJoin(organizations, eq(organizations.country, vatRates.country))
    .where(and(eq(organizations.id, tx.organizationId), selected(vatRates.id, selection)))
    .orderBy(asc(vatRates.id))
    .limit(limitOf(selection))
  return rows.map(({ rate: { id, rate, kind, validFrom, validTo } }) => ({
    t: 'vatRate',
    op: 'put',
    id,
    v: { rate: percentToNumber(rate), kind, validFrom, validTo },
  }))
}
