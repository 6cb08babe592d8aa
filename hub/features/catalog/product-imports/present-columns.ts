import type { ImportColumn, ImportOptions } from '#shared/contracts/catalog/product-imports.ts'
import { type Column, importFieldOf, isPricedBy } from '#shared/imports/header-map.ts'
import type { ImportPlan } from './plan/plan-import.ts'
import type { ReadProducts } from './read/read-products.ts'

/** Returns how each column of the file was interpreted. */
export function presentColumns(
  { priceColumns, stockColumns }: ImportPlan,
  { headers, columns }: ReadProducts,
  { openingStock }: Pick<ImportOptions, 'openingStock'>,
): ImportColumn[] {
  const ofWhat = (column: Column, index: number): string | null => {
    switch (column.kind) {
      case 'price':
        return priceColumns.get(index)?.name ?? null
      case 'currency':
        return headers.find((header) => isPricedBy(header, column)) ?? column.of
      case 'stock':
        return stockColumns.get(index)?.name ?? column.store
      case 'pack':
        return column.unit
      case 'characteristic':
        return column.name || null
      default:
        return null
    }
  }
  return columns.map((column, index) => {
    const header = headers[index] ?? ''
    const isUnread = column.kind === 'unread'
    if (isUnread || (column.kind === 'stock' && openingStock === 'ignore'))
      return { column: header, field: null, of: null, reason: isUnread ? column.reason : 'stockNotAsked' }
    return { column: header, field: importFieldOf(column), of: ofWhat(column, index), reason: null }
  })
}
