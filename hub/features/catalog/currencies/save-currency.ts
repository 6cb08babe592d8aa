import { eq } from 'drizzle-orm'
import { refuseWhenUsed } from '#hub/db/in-use.ts'
import { type Inserted, insertRecord, updateRecord } from '#hub/db/records.ts'
import { organizationCurrencies, priceTypes } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { CurrencyCreate, CurrencyUpdate } from '#shared/contracts/catalog/currencies.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { accountingCurrencyOf, type CurrencyRow, lockCurrency, tellTills } from './queries.ts'

export function createCurrency(
  tx: Tx,
  { id, rate, ...values }: CurrencyCreate,
): Promise<Inserted<typeof organizationCurrencies>> {
  return insertRecord(tx, organizationCurrencies, id, { ...values, rate: String(rate) })
}

/**
 * Throws preset_record for what may not change of one that came with the product, invalid_request when the accounting
 * currency were no longer worth 1, and in_use when one with prices were to be archived.
 */
export async function updateCurrency(
  tx: Tx,
  id: string,
  { version, rate, ...values }: CurrencyUpdate,
): Promise<CurrencyRow> {
  const current = await lockCurrency(tx, id)
  if (current.isPreset) refuseOtherNames(current, values)
  if (id === (await accountingCurrencyOf(tx))) refuseOtherWorth({ ...values, rate })
  if (values.isArchived && !current.isArchived) await refuseWhenPriced(tx, id)
  const saved = await updateRecord(tx, organizationCurrencies, 'currency', id, version, {
    ...values,
    rate: String(rate),
  })
  if (saved.isoCode !== current.isoCode || saved.symbol !== current.symbol) await tellTills(tx, id)
  return saved
}

const PRESET_FIELDS = ['name', 'fullName', 'code', 'isoCode', 'symbol'] as const

function refuseOtherNames(current: CurrencyRow, given: Pick<CurrencyUpdate, (typeof PRESET_FIELDS)[number]>) {
  const changed = PRESET_FIELDS.find((field) => given[field] !== current[field])
  if (changed) {
    const detail = `it is ${JSON.stringify(current[changed])} and stays so: the currency came with the product`
    throw invalidField([changed], detail, 'preset_record')
  }
}

function refuseOtherWorth({ rate, multiplicity, isArchived }: Omit<CurrencyUpdate, 'version'>): void {
  if (rate !== 1) throw invalidField(['rate'], 'the accounting currency has the rate 1')
  if (multiplicity !== 1)
    throw invalidField(['multiplicity'], 'the accounting currency has the multiplicity 1')
  if (isArchived) throw invalidField(['isArchived'], 'the accounting currency cannot be archived', 'in_use')
}

async function refuseWhenPriced(tx: Tx, id: string): Promise<void> {
  await refuseWhenUsed(tx, [
    {
      resource: 'price types',
      table: priceTypes,
      where: eq(priceTypes.currencyId, id),
      name: priceTypes.name,
    },
  ])
}
