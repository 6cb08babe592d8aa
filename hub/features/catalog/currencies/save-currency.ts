import { eq } from 'drizzle-orm'
import { dayOf, timeZoneOf } from '#hub/db/days.ts'
import { type Inserted, insertRecord, updateRecord } from '#hub/db/records.ts'
import { refuseWhenUsed } from '#hub/db/refuse-when-used.ts'
import { organizationCurrencies, priceTypes } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { rateOfDay } from '#hub/documents/currency-rates.ts'
import type { CurrencyCreate, CurrencyUpdate } from '#shared/contracts/catalog/currencies.ts'
import { type ExchangeRate, OWN_RATE } from '#shared/money/exchange.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { accountingCurrencyOf, type CurrencyRow, lockCurrency, notifyTills } from './queries.ts'
import { setRate } from './rates.ts'

export async function createCurrency(
  tx: Tx,
  { id, rate, multiplicity, ...values }: CurrencyCreate,
): Promise<Inserted<typeof organizationCurrencies>> {
  const inserted = await insertRecord(tx, organizationCurrencies, id, values)
  if (inserted.isNew && rate) await setRateOfToday(tx, inserted.row.id, { rate, multiplicity })
  return inserted
}

/**
 * Updates a currency. Throws `preset_record` for fixed values of a preset one. Throws `invalid_request` when
 * the rate of the accounting currency would differ from 1, and `in_use` for archiving a currency with prices.
 */
export async function updateCurrency(
  tx: Tx,
  id: string,
  { version, rate, multiplicity, ...values }: CurrencyUpdate,
): Promise<CurrencyRow> {
  const current = await lockCurrency(tx, id)
  if (current.isPreset) refuseOtherNames(current, values)
  const isAccounting = id === (await accountingCurrencyOf(tx))
  if (isAccounting) refuseOtherWorth({ ...values, rate, multiplicity })
  if (values.isArchived && !current.isArchived) await refuseWhenPriced(tx, id)
  const saved = await updateRecord(tx, organizationCurrencies, 'currency', id, version, values)
  if (rate && !isAccounting) await setRateOfToday(tx, id, { rate, multiplicity })
  if (saved.isoCode !== current.isoCode || saved.symbol !== current.symbol) await notifyTills(tx, id)
  return saved
}

const PRESET_FIELDS = ['name', 'fullName', 'code', 'isoCode', 'symbol'] as const

function refuseOtherNames(current: CurrencyRow, given: Pick<CurrencyUpdate, (typeof PRESET_FIELDS)[number]>) {
  const changed = PRESET_FIELDS.find((field) => given[field] !== current[field])
  if (changed) {
    const detail = `it is ${JSON.stringify(current[changed])} and cannot change: the currency came with the product`
    throw invalidField([changed], detail, 'preset_record')
  }
}

function refuseOtherWorth({
  rate,
  multiplicity,
  isArchived,
}: Pick<CurrencyUpdate, 'rate' | 'multiplicity' | 'isArchived'>): void {
  if (rate && rate !== OWN_RATE.rate) throw invalidField(['rate'], 'the accounting currency has the rate 1')
  if (multiplicity !== 1)
    throw invalidField(['multiplicity'], 'the accounting currency has the multiplicity 1')
  if (isArchived) throw invalidField(['isArchived'], 'the accounting currency cannot be archived', 'in_use')
}

/** Sets the rate from today on, unless it is already in effect. */
async function setRateOfToday(tx: Tx, currencyId: string, given: ExchangeRate): Promise<void> {
  const day = dayOf(new Date(), await timeZoneOf(tx))
  const current = await rateOfDay(tx, currencyId, day)
  if (current?.rate === given.rate && current.multiplicity === given.multiplicity) return
  await setRate(tx, currencyId, { day, ...given })
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
