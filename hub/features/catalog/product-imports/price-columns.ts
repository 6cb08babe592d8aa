import type { ReadProducts } from './read-products.ts'
import type { PriceType, References } from './references.ts'
import type { ImportReport } from './report.ts'

/** The price types that the columns of prices stand for; those that are missing are added. */
export function planPriceColumns(
  read: ReadProducts,
  references: References,
  report: ImportReport,
): Map<number, PriceType> {
  const types = new Map<number, PriceType>()
  for (const [index, column] of read.columns.entries()) {
    if (column.kind === 'price')
      types.set(index, references.priceType(column.priceType, column.orSecond ?? false))
  }
  for (const { of, isoCode, row, column, value } of read.currencies) {
    const index = read.columns.findIndex(
      (priced) => priced.kind === 'price' && (priced.priceType ?? '').toLowerCase() === of,
    )
    const type = types.get(index) ?? references.priceType(null)
    if (type.isoCode !== isoCode) {
      const message = `is not ${type.isoCode}, the currency of the prices: the numbers are taken as they are`
      report.warn({ row, column, value, message })
    }
  }
  return types
}
