import { type ImportOptions, ImportQuery } from '#shared/contracts/catalog/product-imports.ts'
import type { ImportFormat } from '#shared/imports/read-row.ts'
import type { ReadProducts } from './read-products.ts'
import type { ImportReport } from './report.ts'

/** By row of the file; null: the product is to be created. */
export type PreviewedRows = ReadonlyMap<number, number | null>

export interface ImportInput {
  read: ReadProducts
  format: ImportFormat
  /** What was said of the file while it was read. */
  report: ImportReport
  options: ImportOptions
  /** The rows that the preview would create or change, with the version of the product: no others are written. */
  previewed?: PreviewedRows
}

const { dryRun: _, ...USUAL_OPTIONS } = ImportQuery.parse({})

/** Those of a stored import: an older version has not stored all of them. */
export const wholeOptions = (options: Partial<ImportOptions>): ImportOptions => ({
  ...USUAL_OPTIONS,
  ...options,
})
