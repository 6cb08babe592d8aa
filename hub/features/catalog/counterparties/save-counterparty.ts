import { getRecord, type Inserted, insertRecord, requireReference, updateRecord } from '#hub/db/records.ts'
import { counterparties, priceTypes } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { CounterpartyCreate, CounterpartyUpdate } from '#shared/contracts/catalog/counterparties.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { phoneNumberOf } from './phone-number.ts'
import { type CounterpartyRow, countryOf } from './queries.ts'
import { faultOfTaxId } from './tax-id.ts'

/**
 * Creates a counterparty. Throws `invalid_request` for a tax id that is invalid in the organization's
 * country, and for an unknown price type.
 */
export async function createCounterparty(
  tx: Tx,
  { id, ...values }: CounterpartyCreate,
): Promise<Inserted<typeof counterparties>> {
  return insertRecord(tx, counterparties, id, await checked(tx, values))
}

/**
 * Updates a counterparty. Throws the errors of `createCounterparty`, and `system_record` for archiving the
 * preset one.
 */
export async function updateCounterparty(
  tx: Tx,
  id: string,
  { version, ...values }: CounterpartyUpdate,
): Promise<CounterpartyRow> {
  const { isSystem } = await getRecord(tx, counterparties, 'counterparty', id)
  if (isSystem && values.isArchived)
    throw invalidField(['isArchived'], 'it cannot be archived', 'system_record')
  return updateRecord(tx, counterparties, 'counterparty', id, version, await checked(tx, values))
}

type Given = Omit<CounterpartyUpdate, 'version'>

async function checked(tx: Tx, values: Given): Promise<Given & { phoneNumber: string | null }> {
  const country = await countryOf(tx)
  const fault = values.taxId && faultOfTaxId(values.taxId, country)
  if (fault) throw invalidField(['taxId'], fault)
  await requireReference(tx, priceTypes, values.priceTypeId, ['priceTypeId'], 'price type')
  return { ...values, phoneNumber: values.phone && phoneNumberOf(values.phone, country) }
}
