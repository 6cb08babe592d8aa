import type { FileHandle } from 'node:fs/promises'
import { type FileStore, newFileKey } from '#hub/files/file-store.ts'
import type { TempFiles } from '#hub/files/temp-files.ts'
import type { UploadedFile } from '#hub/http/env.ts'
import { beginningOf, isXlsx } from './kind-of-file.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Stores the file of an import for its job, with an extension by its content. Returns its key. */
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

/** Opens a copy of a file from `storeFile`; the caller closes it. Throws when the file does not exist. */
export async function openStored(
  { files, tempFiles }: { files: FileStore; tempFiles: TempFiles },
  key: string,
): Promise<FileHandle> {
  const file = await files.get(key)
  if (!file) throw new Error(`the file ${key} does not exist`)
  return tempFiles.hold(file.content)
}
