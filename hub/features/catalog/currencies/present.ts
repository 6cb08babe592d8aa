import { presentRecord } from '#hub/http/present-record.ts'
import type { Currency } from '#shared/contracts/catalog/currencies.ts'
import type { CurrencyWithDefault } from './queries.ts'

export function presentCurrency(row: CurrencyWithDefault): Currency {
  return {
    ...presentRecord(row),
    name: row.name,
    fullName: row.fullName,
    code: row.code,
    isoCode: row.isoCode,
    symbol: row.symbol,
    rate: Number(row.rate),
    multiplicity: row.multiplicity,
    isDefault: row.isDefault,
    isPreset: row.isPreset,
    isArchived: row.isArchived,
  }
}
