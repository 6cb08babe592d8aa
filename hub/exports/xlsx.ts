import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell } from './export-column.ts'
import { wallClock } from './wall-clock.ts'

/** Characters that XML cannot hold and the library leaves in. */
const NOT_XML = /[\ufffe\uffff]/g

/** One sheet, more when Excel's limit of rows is reached. Text is never taken for a formula: cells have types. */
export function xlsxOf(
  sheetName: string,
  headers: string[],
  pages: AsyncIterable<Cell[][]>,
  timeZone: string,
): ReadableStream<Uint8Array> {
  return writeXlsxStream(rowsOf(pages, timeZone), {
    name: sheetName,
    columns: headers.map((header) => ({ header })),
    freezePane: { rows: 1 },
  })
}

async function* rowsOf(pages: AsyncIterable<Cell[][]>, timeZone: string): AsyncGenerator<Cell[]> {
  for await (const rows of pages) {
    for (const row of rows) {
      yield row.map((cell) => {
        if (typeof cell === 'string') return cell.replace(NOT_XML, '\ufffd')
        // A sheet has no time zones: a date is what clocks showed.
        return cell instanceof Date ? new Date(`${wallClock(cell, timeZone).replace(' ', 'T')}Z`) : cell
      })
    }
  }
}
