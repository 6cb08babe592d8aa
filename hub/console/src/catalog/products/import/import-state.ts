import type { z } from 'zod'
import {
  IMPORT_CSV,
  IMPORT_EXT_CSV,
  type ImportFailure,
  type ImportOutcome,
  type ImportPlanAnswer,
  type ImportQuery,
  type ProductImport,
} from '#shared/contracts/catalog/product-imports.ts'
import { upload } from '../../../api/call.ts'

export type ImportFormat = ProductImport['format']

export interface ImportState {
  file: File | null
  format: ImportFormat
  plan: ImportPlanAnswer | null
  /** Of a large file, which a job imports. */
  importId: string | null
  outcome: ImportOutcome | null
}

export type Remark = ImportFailure['errors'][number]

/** Gives the file to the hub, to try it or to import it. */
export const sendFile = (format: ImportFormat, file: File, query: z.input<typeof ImportQuery>) =>
  upload(format === 'csv' ? IMPORT_CSV : IMPORT_EXT_CSV, file, { query })
