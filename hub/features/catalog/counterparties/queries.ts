import {
  and,
  arrayContains,
  asc,
  eq,
  getTableColumns,
  gt,
  type InferSelectModel,
  inArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { readInIndexOrder } from '#hub/db/plan-settings.ts'
import { contains, matches } from '#hub/db/records.ts'
import { counterparties, priceTypes } from '#hub/db/tables/catalog.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { CounterpartyFilters } from '#shared/contracts/catalog/counterparties.ts'
import { must } from '#shared/std/must.ts'
import { phoneNumberOf } from './phone-number.ts'

export type CounterpartyRow = InferSelectModel<typeof counterparties>
/** A counterparty as written to an export file. */
export type ExportedCounterparty = CounterpartyRow & { priceTypeName: string | null }

/**
 * Returns the organization's country, a two-letter code of ISO 3166-1. It determines how tax ids and phone
 * numbers are interpreted.
 */
export async function countryOf(tx: Tx): Promise<string> {
  const [organization] = await tx
    .select({ country: organizations.country })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId))
  return must(organization, 'organization').country
}

export async function filtersOf(
  { search, kind, isSupplier, isCustomer, tag, isArchived, ids }: CounterpartyFilters,
  tx: Tx,
): Promise<(SQL | undefined)[]> {
  return [
    kind && eq(counterparties.kind, kind),
    matches(counterparties.isSupplier, isSupplier),
    matches(counterparties.isCustomer, isCustomer),
    matches(counterparties.isArchived, isArchived),
    ids && inArray(counterparties.id, ids),
    tag === undefined ? undefined : arrayContains(counterparties.tags, [tag]),
    search ? or(contains(SEARCHED, search), await hasPhone(search, tx)) : undefined,
  ]
}

const SEARCHED = [
  counterparties.name,
  counterparties.code,
  counterparties.taxId,
  counterparties.phone,
  counterparties.phoneNumber,
]

/**
 * Returns the condition for a phone number, in any spelling. Returns undefined when the text cannot be a
 * phone number.
 */
async function hasPhone(search: string, tx: Tx): Promise<SQL | undefined> {
  const number = phoneNumberOf(search, await countryOf(tx))
  return number === null ? undefined : eq(counterparties.phoneNumber, number)
}

/** Returns the counterparties after the id `after`, ordered by id. */
export async function listForExport(
  tx: Tx,
  filters: CounterpartyFilters,
  after: string | undefined,
  limit: number,
): Promise<ExportedCounterparty[]> {
  await readInIndexOrder(tx)
  return tx
    .select({ ...getTableColumns(counterparties), priceTypeName: priceTypes.name })
    .from(counterparties)
    .leftJoin(
      priceTypes,
      and(
        eq(priceTypes.organizationId, counterparties.organizationId),
        eq(priceTypes.id, counterparties.priceTypeId),
      ),
    )
    .where(
      and(
        eq(counterparties.organizationId, tx.organizationId),
        after === undefined ? undefined : gt(counterparties.id, after),
        ...(await filtersOf(filters, tx)),
      ),
    )
    .orderBy(asc(counterparties.id))
    .limit(limit)
}

/** Removes the supplier from all its products. */
export async function clearSupplier(tx: Tx, id: string): Promise<void> {
  await tx
    .update(products)
    .set({ supplierId: null, version: sql`${products.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(products.organizationId, tx.organizationId), eq(products.supplierId, id)))
}
