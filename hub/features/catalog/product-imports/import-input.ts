import { type ImportOptions, ImportQuery } from '#shared/contracts/catalog/product-imports.ts'
import type { ImportFormat } from '#shared/imports/read-row.ts'
import type { ReadProducts } from './read-products.ts'
import type { ImportReport } from './report.ts'

/** Product versions by row of the file. Null for a product to be created. */
export type PreviewedRows = ReadonlyMap<number, number | null>

export interface ImportInput {
  read: ReadProducts
  format: ImportFormat
  /** Remarks about the file, collected while it was read. */
  report: ImportReport
  options: ImportOptions
  /** Rows that the preview would create or change, with the version of the product. Only these rows are written. */
  previewed?: PreviewedRows
}

const { dryRun: _, ...USUAL_OPTIONS } = ImportQuery.parse({})

/** Returns all options of a stored import, with defaults for those that an older version did not store. */
export const wholeOptions = (options: Partial<ImportOptions>): ImportOptions => ({
  ...USUAL_OPTIONS,
  ...options,
})
