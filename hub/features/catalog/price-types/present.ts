import type { InferSelectModel } from 'drizzle-orm'
import type { priceTypes } from '#hub/db/tables/catalog.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { PriceType } from '#shared/contracts/catalog/price-types.ts'

export function presentPriceType(row: InferSelectModel<typeof priceTypes>): PriceType {
  return {
    ...presentRecord(row),
    name: row.name,
    sortOrder: row.sortOrder,
    isDefault: row.isDefault,
    currencyId: row.currencyId,
  }
}
