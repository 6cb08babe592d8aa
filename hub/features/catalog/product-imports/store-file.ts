import { type FileStore, newFileKey } from '#hub/files/file-store.ts'
import type { UploadedFile } from '#hub/http/uploaded-file.ts'
import { beginningOf } from './read-table.ts'
import { isXlsx } from './read-xlsx.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Keeps the file of an import for its job, under what it is by its content. Returns its key. */
export async function storeFile(
  files: FileStore,
  organizationId: string,
  file: UploadedFile,
): Promise<string> {
  const isWorkbook = isXlsx(await beginningOf(async () => file.open()))
  const key = `imports/${organizationId}/${newFileKey()}.${isWorkbook ? 'xlsx' : 'csv'}`
  await files.put(key, file, isWorkbook ? XLSX : 'text/csv')
  return key
}

/** The content of a file that `storeFile` has kept. Throws when it is not there. */
export async function openStored(files: FileStore, key: string): Promise<AsyncIterable<Uint8Array>> {
  const file = await files.get(key)
  if (!file) throw new Error(`the file ${key} is not there`)
  return file.content
}
