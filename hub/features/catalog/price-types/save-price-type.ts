import { eq } from 'drizzle-orm'
import { countRows, getRecord, type Inserted, insertRecord, type Row, updateRecord } from '#hub/db/records.ts'
import { priceTypes } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { requireCurrency } from '#hub/documents/currency-rates.ts'
import { accountingCurrencyOf } from '#hub/features/catalog/currencies/queries.ts'
import { keepOneDefault } from '#hub/features/catalog/one-default.ts'
import { serializeChanges } from '#hub/features/catalog/serialize-changes.ts'
import type { PriceTypeCreate, PriceTypeUpdate } from '#shared/contracts/catalog/price-types.ts'
import { invalidField, Problem } from '#shared/problems/problem.ts'

/** Maximum number of price types (docs/domain.md#price-types). */
const MOST_PRICE_TYPES = 100

/** Creates a price type. Its currency defaults to that of the organization. Throws `too_many_records` beyond 100. */
export async function createPriceType(
  tx: Tx,
  { id, currencyId, ...values }: PriceTypeCreate,
): Promise<Inserted<typeof priceTypes>> {
  await serializeChanges(tx)
  if (currencyId) await requireCurrency(tx, currencyId)
  const inserted = await insertRecord(tx, priceTypes, id, {
    ...values,
    currencyId: currencyId ?? (await accountingCurrencyOf(tx)),
  })
  if (inserted.isNew) {
    await refuseTooMany(tx)
    await keepOneDefault(tx, priceTypes, inserted.row)
  }
  return inserted
}

/** Updates a price type. Throws `invalid_request` for another currency, because it would change all its prices. */
export async function updatePriceType(
  tx: Tx,
  id: string,
  { version, currencyId, ...values }: PriceTypeUpdate,
): Promise<Row<typeof priceTypes>> {
  await serializeChanges(tx)
  const current = await getRecord(tx, priceTypes, 'price type', id)
  if (currencyId && currencyId !== current.currencyId)
    throw invalidField(['currencyId'], 'a price type keeps its currency')
  const row = await updateRecord(tx, priceTypes, 'price type', id, version, values)
  await keepOneDefault(tx, priceTypes, row)
  return row
}

async function refuseTooMany(tx: Tx): Promise<void> {
  const count = await countRows(tx, priceTypes, eq(priceTypes.organizationId, tx.organizationId))
  if (count > MOST_PRICE_TYPES)
    throw new Problem('too_many_records', { detail: `There can be at most ${MOST_PRICE_TYPES} price types` })
}
