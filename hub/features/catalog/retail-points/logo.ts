import type { HubCore } from '#hub/core.ts'
import { getRecord, updateRecord } from '#hub/db/records.ts'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import { logoFolder } from '#hub/features/uploads/image-files.ts'
import { type FileStore, newFileKey } from '#hub/files/file-store.ts'
import { allOf, ForeignReader, type OpenedFile } from '#hub/foreign-files/foreign-reader.ts'
import { IMAGE_READER } from '#shared/catalog/image-limits.ts'
import { BITMAP_TYPE } from '#shared/receipts/bitmap.ts'
import { PAPER_WIDTHS } from '#shared/receipts/document.ts'
import { must } from '#shared/std/must.ts'
import { lockRetailPoint, type RetailPointRow } from './queries.ts'

const reader = new ForeignReader<null, Uint8Array>(new URL('./logo-reader.ts', import.meta.url), IMAGE_READER)

/** Decodes the file and stores it in the formats for tills and display. Returns its key. Throws `invalid_request`. */
export async function storeLogo(files: FileStore, organizationId: string, file: OpenedFile): Promise<string> {
  const [original, ...bitmaps] = await reader.read(organizationId, file, null, allOf)
  const fileKey = newFileKey()
  const folder = logoFolder(organizationId, fileKey)
  await files.put(`${folder}/original.png`, must(original), 'image/png')
  for (const [at, width] of PAPER_WIDTHS.entries())
    await files.put(`${folder}/${width}.pbm`, must(bitmaps[at]), BITMAP_TYPE)
  return fileKey
}

interface Changed {
  row: RetailPointRow
  /** Key of the previous logo, whose files must be deleted after the commit. */
  before: string | null
}

/** Changes the logo. Null removes it. Throws `not_found`. */
export async function changeLogo(tx: Tx, id: string, logoKey: string | null): Promise<Changed> {
  // The second of two concurrent changes finds the logo of the first, so that no files are left over.
  await lockRetailPoint(tx, id)
  const { logoKey: before } = await getRecord(tx, retailPoints, 'retail point', id)
  const row = await updateRecord(tx, retailPoints, 'retail point', id, undefined, { logoKey })
  return { row, before }
}

/** Deletes the files of a logo. Call it after the commit. A file that cannot be deleted is only logged. */
export async function deleteLogoFiles(
  hub: Pick<HubCore, 'log'> & { files: FileStore },
  organizationId: string,
  fileKey: string | null,
): Promise<void> {
  if (fileKey === null) return
  const folder = logoFolder(organizationId, fileKey)
  for (const name of ['original.png', ...PAPER_WIDTHS.map((width) => `${width}.pbm`)])
    await hub.files.delete(`${folder}/${name}`).catch((error: unknown) => {
      hub.log.warn({ err: error, folder }, 'a file of a deleted logo could not be deleted')
    })
}
