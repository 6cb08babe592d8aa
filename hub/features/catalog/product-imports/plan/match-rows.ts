import type { ImportRow } from '#shared/imports/read-row.ts'
import { remarkText } from '#shared/imports/remarks.ts'
import type { ReadProducts } from '../read/read-products.ts'
import type { ImportReport } from '../report.ts'
import { type Existing, type ExistingProducts, nameKey } from './find-existing.ts'
import { inBatches } from './in-batches.ts'
import type { RowFaults } from './row-faults.ts'

export interface MatchedRow {
  row: ImportRow
  existing: Existing | undefined
}

/**
 * Returns the last of several rows for the same product. The others are reported with the row that replaces
 * them. Rows that share only a barcode but have different articles or names are errors, because it is unclear
 * which product they mean.
 */
export async function lastOfEach(
  read: ReadProducts,
  products: ExistingProducts,
  { report, faults }: { report: ImportReport; faults: RowFaults },
): Promise<MatchedRow[]> {
  const last = new Map<string, MatchedRow>()
  for await (const portion of inBatches(read.rows)) {
    for (const row of portion) {
      const existing = products.of(row)
      const key = existing?.id ?? identityOf(row)
      const earlier = last.get(key)
      if (earlier) {
        const { row: earlierRow, name } = earlier.row
        if (isByBarcode(row) && isByBarcode(earlier.row) && !isSameProduct(row, earlier.row)) {
          for (const [one, other] of [
            [earlier.row, row],
            [row, earlier.row],
          ] as const)
            if (!faults.rows.has(one.row))
              faults.addToBarcodes(one, barcodeIn(one), remarkText('other_product', { row: other.row }))
        } else
          report.warn({
            row: earlierRow,
            column: null,
            value: name,
            ...remarkText('same_product', { row: row.row }),
          })
        last.delete(key)
      }
      last.set(key, { row, existing })
    }
  }
  return [...last.values()].filter(({ row }) => !faults.rows.has(row.row))
}

const barcodeIn = ({ barcodes }: ImportRow): string | null => barcodes?.[0]?.value ?? null

/** True when the row has no key stronger than its barcode. */
const isByBarcode = (row: ImportRow): boolean =>
  !row.externalCode && !row.id && !row.code && barcodeIn(row) !== null

const isSameProduct = (one: ImportRow, other: ImportRow): boolean =>
  one.article && other.article ? one.article === other.article : one.name === other.name

/** Returns the strongest key of a row whose product does not exist yet. */
function identityOf(row: ImportRow): string {
  if (row.externalCode) return `external ${row.externalCode}`
  if (row.id) return `id ${row.id}`
  if (row.code) return `code ${row.code}`
  const barcode = barcodeIn(row)
  return barcode ? `barcode ${barcode}` : `name ${nameKey(row.name, row.article)}`
}
