import type { ImportRow } from '#shared/imports/read-row.ts'
import { said } from '#shared/imports/remarks.ts'
import { type Existing, type ExistingProducts, nameKey } from './find-existing.ts'
import { inTurns } from './in-turns.ts'
import type { ReadProducts } from './read-products.ts'
import type { ImportReport } from './report.ts'
import type { RowFaults } from './row-faults.ts'

export interface MatchedRow {
  row: ImportRow
  existing: Existing | undefined
}

/**
 * Of several rows for one product the last one counts; the others are reported with the row that replaces them. Rows that a
 * barcode alone makes one product, and their articles or names two, are at fault: nobody knows which they mean.
 */
export async function lastOfEach(
  read: ReadProducts,
  products: ExistingProducts,
  { report, faults }: { report: ImportReport; faults: RowFaults },
): Promise<MatchedRow[]> {
  const last = new Map<string, MatchedRow>()
  for await (const portion of inTurns(read.rows)) {
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
              faults.addToBarcodes(one, barcodeIn(one), said('other_product', { row: other.row }))
        } else
          report.warn({
            row: earlierRow,
            column: null,
            value: name,
            ...said('same_product', { row: row.row }),
          })
        last.delete(key)
      }
      last.set(key, { row, existing })
    }
  }
  return [...last.values()].filter(({ row }) => !faults.rows.has(row.row))
}

const barcodeIn = ({ barcodes }: ImportRow): string | null => barcodes?.[0]?.value ?? null

/** It has no stronger key. */
const isByBarcode = (row: ImportRow): boolean =>
  !row.externalCode && !row.id && !row.code && barcodeIn(row) !== null

const isSameProduct = (one: ImportRow, other: ImportRow): boolean =>
  one.article && other.article ? one.article === other.article : one.name === other.name

/** The strongest key of a product that is not there yet. */
function identityOf(row: ImportRow): string {
  if (row.externalCode) return `external ${row.externalCode}`
  if (row.id) return `id ${row.id}`
  if (row.code) return `code ${row.code}`
  const barcode = barcodeIn(row)
  return barcode ? `barcode ${barcode}` : `name ${nameKey(row.name, row.article)}`
}
