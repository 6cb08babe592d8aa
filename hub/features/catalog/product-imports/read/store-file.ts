import type { FileHandle } from 'node:fs/promises'
import { json } from 'node:stream/consumers'
import { type FileStore, newFileKey } from '#hub/files/file-store.ts'
import type { TempFiles } from '#hub/files/temp-files.ts'
import type { UploadedFile } from '#hub/http/env.ts'
import { beginningOf, isXlsx } from './kind-of-file.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Stores the file of an import for its job, with an extension that matches its content. Returns its key. */
export async function storeFile(
  files: FileStore,
  organizationId: string,
  file: UploadedFile,
): Promise<string> {
  const isWorkbook = isXlsx(await beginningOf(file))
  const key = `imports/${organizationId}/${newFileKey()}.${isWorkbook ? 'xlsx' : 'csv'}`
  await files.put(key, file, isWorkbook ? XLSX : 'text/csv')
  return key
}

/** Rows from another system, below the column headers of the hub's files (shared/imports/header-map.ts). */
export interface RowsToImport {
  headers: string[]
  rows: string[][]
}

/** Stores rows for the job of their import, as `storeFile` stores a file. Returns their key. */
export async function storeRows(
  files: FileStore,
  organizationId: string,
  rows: RowsToImport,
): Promise<string> {
  const key = `imports/${organizationId}/${newFileKey()}${ROWS}`
  await files.put(key, Buffer.from(JSON.stringify(rows)), 'application/json')
  return key
}

const ROWS = '.json'
export const areRows = (key: string): boolean => key.endsWith(ROWS)

/** Returns the rows from `storeRows`. Throws when they do not exist. */
export async function getRows(files: FileStore, key: string): Promise<RowsToImport> {
  const file = await files.get(key)
  if (!file) throw new Error(`the rows ${key} do not exist`)
  return (await json(file.content)) as RowsToImport
}

/** Opens a copy of a file stored with `storeFile`. The caller must close it. Throws when the file does not exist. */
export async function openStored(
  { files, tempFiles }: { files: FileStore; tempFiles: TempFiles },
  key: string,
): Promise<FileHandle> {
  const file = await files.get(key)
  if (!file) throw new Error(`the file ${key} does not exist`)
  return tempFiles.hold(file.content)
}
