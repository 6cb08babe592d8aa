import { buffer } from 'node:stream/consumers'
import { type CellValue, streamXlsxRows } from 'hucre/xlsx'
import { FileFault } from '#hub/foreign-files/file-fault.ts'
import type { ForeignFile } from '#hub/foreign-files/reader-process.ts'
import { said } from '#shared/imports/remarks.ts'
import { unpacksWithin } from './unpacks-within.ts'

/** Packed: a sheet of 100 000 products has some 15 MB. */
const MAX_XLSX_BYTES = 30 * 1024 * 1024
/** Of Excel. */
const MAX_ROW_INDEX = 1_048_575

/**
 * The rows of the first sheet as texts, numbered as in it. Of a formula the result counts that the file has: nothing is
 * calculated. Throws FileFault for what is no XLSX file or too large.
 */
export async function* xlsxRows(file: ForeignFile): AsyncGenerator<{ row: number; cells: string[] }> {
  if (file.sizeBytes > MAX_XLSX_BYTES)
    throw new FileFault(said('xlsx_too_large', { most: MAX_XLSX_BYTES / 1024 ** 2 }))
  const packed = await buffer(file.open())
  if (!unpacksWithin(packed)) throw new FileFault(said('xlsx_unpacks_large'))
  for await (const { index, values } of readable(packed)) {
    if (!Number.isInteger(index) || index < 0 || index > MAX_ROW_INDEX) throw new FileFault(said('not_xlsx'))
    yield { row: index + 1, cells: values.map(textOf) }
  }
}

/** Whatever the library stumbles over is in the file. */
async function* readable(file: Uint8Array) {
  const rows = streamXlsxRows(file)
  while (true) {
    const next = await rows.next().catch(() => {
      throw new FileFault(said('not_xlsx'))
    })
    if (next.done) return
    yield next.value
  }
}

function textOf(value: CellValue): string {
  if (value === null || value === undefined) return ''
  // A sheet shows 15 digits; 0.1 + 0.2 in it is 0.3.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (value instanceof Date) {
    // Beyond the years that JavaScript counts.
    if (Number.isNaN(value.getTime())) return ''
    const text = value.toISOString().slice(0, 19)
    return text.endsWith('T00:00:00') ? text.slice(0, 10) : text.replace('T', ' ')
  }
  return String(value)
}
