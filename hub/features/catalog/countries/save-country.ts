import { eq } from 'drizzle-orm'
import {
  deleteRecord,
  getRecord,
  type Inserted,
  insertRecord,
  type Row,
  updateRecord,
} from '#hub/db/records.ts'
import { refuseWhenUsed } from '#hub/db/refuse-when-used.ts'
import { countries } from '#hub/db/tables/catalog.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { CountryCreate, CountryUpdate } from '#shared/contracts/catalog/countries.ts'
import { Problem } from '#shared/problems/problem.ts'

export function createCountry(tx: Tx, { id, ...values }: CountryCreate): Promise<Inserted<typeof countries>> {
  return insertRecord(tx, countries, id, values)
}

/** Updates a country. Throws `preset_record` for a preset one. */
export async function updateCountry(
  tx: Tx,
  id: string,
  { version, ...values }: CountryUpdate,
): Promise<Row<typeof countries>> {
  await refusePreset(tx, id)
  return updateRecord(tx, countries, 'country', id, version, values)
}

/** Deletes a country. Throws `preset_record` for a preset one, and `in_use` when products refer to it. */
export async function deleteCountry(tx: Tx, id: string): Promise<void> {
  await refusePreset(tx, id)
  await refuseWhenUsed(tx, [
    { resource: 'products', table: products, where: eq(products.countryId, id), name: products.name },
  ])
  await deleteRecord(tx, countries, 'country', id)
}

async function refusePreset(tx: Tx, id: string): Promise<void> {
  const { isPreset, name } = await getRecord(tx, countries, 'country', id)
  if (isPreset) throw new Problem('preset_record', { detail: `${name} is a built-in country` })
}
