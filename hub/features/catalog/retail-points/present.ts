import type { InferSelectModel } from 'drizzle-orm'
import type { retailPoints } from '#hub/db/tables/catalog.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { RetailPoint } from '#shared/contracts/retail-points.ts'

export function presentRetailPoint(row: InferSelectModel<typeof retailPoints>): RetailPoint {
  return {
    ...presentRecord(row),
    name: row.name,
    code: row.code,
    address: row.address,
    storeId: row.storeId,
    priceTypeId: row.priceTypeId,
    isActive: row.isActive,
    allowCustomPrice: row.allowCustomPrice,
    allowReturnWithoutBasis: row.allowReturnWithoutBasis,
    vatIncluded: row.vatIncluded,
    receiptHeader: row.receiptHeader,
    receiptFooter: row.receiptFooter,
    paperWidth: row.paperWidth,
  }
}
