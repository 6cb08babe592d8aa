import type { ImportRow } from '#shared/imports/read-row.ts'
import { said } from '#shared/imports/remarks.ts'
import { type Existing, type ExistingProducts, nameKey } from './find-existing.ts'
import { inTurns } from './in-turns.ts'
import type { ReadProducts } from './read-products.ts'
import type { ImportReport } from './report.ts'

export interface MatchedRow {
  row: ImportRow
  existing: Existing | undefined
}

/** Of several rows for one product the last one counts; the others are reported with the row that replaces them. */
export async function lastOfEach(
  read: ReadProducts,
  products: ExistingProducts,
  report: ImportReport,
): Promise<MatchedRow[]> {
  const last = new Map<string, MatchedRow>()
  for await (const portion of inTurns(read.rows)) {
    for (const row of portion) {
      const existing = products.of(row)
      const key = existing?.id ?? identityOf(row)
      const earlier = last.get(key)
      if (earlier) {
        const { row: earlierRow, name } = earlier.row
        report.warn({ row: earlierRow, column: null, value: name, ...said('same_product', { row: row.row }) })
        last.delete(key)
      }
      last.set(key, { row, existing })
    }
  }
  return [...last.values()]
}

/** The strongest key of a product that is not there yet. */
function identityOf(row: ImportRow): string {
  if (row.externalCode) return `external ${row.externalCode}`
  if (row.id) return `id ${row.id}`
  if (row.code) return `code ${row.code}`
  const [barcode] = row.barcodes ?? []
  return barcode ? `barcode ${barcode.value}` : `name ${nameKey(row.name, row.article)}`
}
