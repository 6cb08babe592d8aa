import type { Row } from '#hub/db/records.ts'
import type { countries } from '#hub/db/tables/catalog.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { Country } from '#shared/contracts/catalog/countries.ts'

export function presentCountry(row: Row<typeof countries>): Country {
  return {
    ...presentRecord(row),
    name: row.name,
    code: row.code,
    alpha2: row.alpha2,
    isPreset: row.isPreset,
  }
}
