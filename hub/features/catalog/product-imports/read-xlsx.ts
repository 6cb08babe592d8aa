import { buffer } from 'node:stream/consumers'
import { type CellValue, streamXlsxRows } from 'hucre/xlsx'
import { said } from '#shared/imports/remarks.ts'
import { Problem } from '#shared/problems/problem.ts'
import { fileFault } from './file-fault.ts'
import { unpackedBytes } from './unpacked-bytes.ts'

/** Packed: a sheet of 100 000 products has some 15 MB. */
const MAX_XLSX_BYTES = 30 * 1024 * 1024
/** Unpacked, all parts of the file together. */
const MAX_UNPACKED_BYTES = 300 * 1024 * 1024
const MAX_XLSX_ROWS = 100_000
const MAX_XLSX_COLUMNS = 1000

/** Of a ZIP archive, which an XLSX file is. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** Of the files of Excel before 2007, and of XLSX files with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0]

/** Told by the first bytes, never by the name. Throws invalid_request for a file of Excel that nobody can read here. */
export function isXlsx(beginning: Uint8Array): boolean {
  const beginsWith = (bytes: readonly number[]) => bytes.every((byte, at) => beginning[at] === byte)
  if (beginsWith(OLE)) throw fileFault(said('old_excel'))
  return beginsWith(ZIP)
}

/**
 * The rows of the first sheet as texts, numbered as in it. Of a formula the result counts that the file has: nothing is
 * calculated. Throws invalid_request for what is no XLSX file or unpacks to too much, and payload_too_large.
 */
export async function* xlsxRows(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ row: number; cells: string[] }> {
  const file = await buffer(atMost(content))
  if ((unpackedBytes(file) ?? Number.POSITIVE_INFINITY) > MAX_UNPACKED_BYTES)
    throw fileFault(said('xlsx_unpacks_large'))
  let count = 0
  for await (const { index, values } of readable(file)) {
    count += 1
    if (count > MAX_XLSX_ROWS) throw fileFault(said('too_many_rows', { most: MAX_XLSX_ROWS }))
    if (values.length > MAX_XLSX_COLUMNS)
      throw fileFault(said('too_many_columns', { most: MAX_XLSX_COLUMNS, row: index + 1 }))
    yield { row: index + 1, cells: values.map(textOf) }
  }
}

async function* atMost(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > MAX_XLSX_BYTES)
      throw new Problem('payload_too_large', {
        detail: `An XLSX file has at most ${MAX_XLSX_BYTES} bytes: send it as CSV`,
      })
    yield chunk
  }
}

/** Whatever the library stumbles over is in the file. */
async function* readable(file: Uint8Array) {
  const rows = streamXlsxRows(file)
  while (true) {
    const next = await rows.next().catch(() => {
      throw fileFault(said('not_xlsx'))
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
    const text = value.toISOString().slice(0, 19)
    return text.endsWith('T00:00:00') ? text.slice(0, 10) : text.replace('T', ' ')
  }
  return String(value)
}
