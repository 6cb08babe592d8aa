import type { ImportOptions } from '#shared/contracts/catalog/product-imports.ts'
import type { ImportFormat } from '#shared/imports/read-row.ts'
import type { ReadProducts } from './read-products.ts'
import type { ImportReport } from './report.ts'

export interface ImportInput {
  read: ReadProducts
  format: ImportFormat
  /** What was said of the file while it was read. */
  report: ImportReport
  options: ImportOptions
}
