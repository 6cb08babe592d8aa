import { presentRecord } from '#hub/http/present-record.ts'
import type { Currency } from '#shared/contracts/catalog/currencies.ts'
import { rateToNumber } from '#shared/money/decimal.ts'
import type { CurrencyNow } from './queries.ts'

export function presentCurrency(row: CurrencyNow): Currency {
  return {
    ...presentRecord(row),
    name: row.name,
    fullName: row.fullName,
    code: row.code,
    isoCode: row.isoCode,
    symbol: row.symbol,
    rate: row.rate === null ? null : rateToNumber(row.rate),
    multiplicity: row.multiplicity,
    rateDay: row.rateDay,
    isDefault: row.isDefault,
    isPreset: row.isPreset,
    isArchived: row.isArchived,
  }
}
