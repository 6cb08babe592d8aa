import type { Requester } from '#hub/jobs/tracked-jobs.ts'
import { type ImportOptions, ImportQuery } from '#shared/contracts/catalog/product-imports.ts'
import type { ImportFormat } from '#shared/imports/read-row.ts'
import type { ReadProducts } from './read/read-products.ts'
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

/** A stored file, and how it is to be imported. */
export interface FileToImport extends Pick<ImportInput, 'format' | 'options'> {
  actor: Requester
  fileName: string
  fileKey: string
}

const { dryRun: _, ...USUAL_OPTIONS } = ImportQuery.parse({})

/** Returns all options of a stored import, with defaults for those that an older version did not store. */
export const wholeOptions = (options: Partial<ImportOptions>): ImportOptions => ({
  ...USUAL_OPTIONS,
  ...options,
})
