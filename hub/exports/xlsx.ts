import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell, ExportColumn } from './export-column.ts'
import { wallClock } from './wall-clock.ts'

/** Characters that are invalid in XML but not removed by the library. */
const NOT_XML = /[\ufffe\uffff]/g

/** Display formats. A date gets a format without time by default. In a narrower column, Excel shows ####. */
const SHOWN = {
  moments: { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 },
  days: { numFmt: 'yyyy-mm-dd', width: 12 },
  others: {},
}

/** First day after the erroneous leap day in Excel's calendar. Earlier days are written as text. */
const FIRST_DAY = '1900-03-01'

interface SheetOptions {
  timeZone: string
  /** Kind of content of each column. */
  holds: ExportColumn<unknown>['holds'][]
}

/**
 * Streams one sheet, or more when Excel's row limit is reached. Text is never interpreted as a formula,
 * because cells have types.
 */
export function xlsxOf(
  sheetName: string,
  headers: string[],
  pages: AsyncIterable<Cell[][]>,
  { timeZone, holds }: SheetOptions,
): ReadableStream<Uint8Array> {
  return writeXlsxStream(rowsOf(pages, { timeZone, holds }), {
    name: sheetName,
    columns: headers.map((header, index) => ({ header, ...SHOWN[holds[index] ?? 'others'] })),
    freezePane: { rows: 1 },
  })
}

async function* rowsOf(
  pages: AsyncIterable<Cell[][]>,
  { timeZone, holds }: SheetOptions,
): AsyncGenerator<Cell[]> {
  for await (const rows of pages) {
    for (const row of rows) {
      yield row.map((cell, index) => {
        // Spreadsheets have no time zones, so times are written in local time.
        if (cell instanceof Date) return new Date(`${wallClock(cell, timeZone).replace(' ', 'T')}Z`)
        if (typeof cell !== 'string') return cell
        const isDay = holds[index] === 'days' && cell >= FIRST_DAY
        return isDay ? new Date(`${cell}T00:00:00Z`) : cell.replace(NOT_XML, '\ufffd')
      })
    }
  }
}
