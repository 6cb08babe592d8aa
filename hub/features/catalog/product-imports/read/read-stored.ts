import type { FileStore } from '#hub/files/file-store.ts'
import type { TempFiles } from '#hub/files/temp-files.ts'
import type { ImportRecord } from '../queries.ts'
import type { ImportReport } from '../report.ts'
import { type ReadProducts, readProducts } from './read-products.ts'
import { readTable, type Table } from './read-table.ts'
import { areRows, getRows, openStored, type RowsToImport } from './store-file.ts'

/**
 * Reads the stored file, or the stored rows, of an import. Throws the errors of readTable, and the reason of
 * the signal.
 */
export async function readStored(
  hub: { files: FileStore; tempFiles: TempFiles },
  { organizationId, fileKey, format }: ImportRecord,
  report: ImportReport,
  signal: AbortSignal,
): Promise<ReadProducts> {
  const work = async (table: Table): Promise<ReadProducts> => {
    const read = await readProducts(table, format, report, { signal })
    if (read === 'more rows') throw new Error('no limit was set')
    return read
  }
  if (areRows(fileKey)) return work(tableOf(await getRows(hub.files, fileKey)))
  await using file = await openStored(hub, fileKey)
  return await readTable(organizationId, file, work, signal)
}

/** Returns the rows as a table. The cells are texts exactly as the other system sent them. */
const tableOf = ({ headers, rows }: RowsToImport): Table => ({
  headers,
  otherSheets: [],
  rows: (async function* () {
    for (const [index, cells] of rows.entries())
      yield {
        row: index + 2,
        cells: cells.map((text) => (text === '' ? text : { text, is: 'text' as const })),
      }
  })(),
})
