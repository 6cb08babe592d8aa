import { type Actor, organizationOf } from '#hub/auth/actor.ts'
import type { Author } from '#hub/db/transact.ts'
import type { UploadedFile } from '#hub/http/env.ts'
import type { ImportOptions } from '#shared/contracts/catalog/product-imports.ts'
import type { ImportFormat } from '#shared/imports/read-row.ts'
import type { ImportInput } from '../import-input.ts'
import { ImportReport } from '../report.ts'
import { readProducts } from './read-products.ts'
import { readTable } from './read-table.ts'

/** A product file in a request. */
export interface SentFile {
  file: UploadedFile
  format: ImportFormat
  options: ImportOptions
  actor: Actor
  author: Author
}

/**
 * Reads the file. For a file with more than `mostRows` rows, which is left to a job, checks only the
 * beginning and returns 'more rows'.
 */
export async function readSent(
  { file, format, options, actor }: SentFile,
  limits: { mostRows?: number },
): Promise<ImportInput | 'more rows'> {
  const report = new ImportReport()
  const read = await readTable(organizationOf(actor), file, (table) =>
    readProducts(table, format, report, limits),
  )
  return read === 'more rows' ? read : { read, format, report, options }
}

/** Returns the options that the permissions allow. */
export const optionsFor = (requested: ImportOptions, { permissions }: Actor): ImportOptions => ({
  ...requested,
  openingStock: permissions.has('inventory.create') ? requested.openingStock : 'ignore',
})
