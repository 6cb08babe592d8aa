import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell, ExportColumn } from './export-column.ts'
import { wallClock } from './wall-clock.ts'

/** Characters that XML cannot hold but the library keeps. */
const NOT_XML = /[\ufffe\uffff]/g

/** Display formats. By default a date gets a format without time. With a narrower column Excel shows ####. */
const SHOWN = {
  moments: { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 },
  days: { numFmt: 'yyyy-mm-dd', width: 12 },
  others: {},
}

/** First day on which Excel's calendar is free of its error of one day; earlier days are written as texts. */
const FIRST_DAY = '1900-03-01'

interface SheetOptions {
  timeZone: string
  /** Kind of content of each column. */
  holds: ExportColumn<unknown>['holds'][]
}

/**
 * Streams one sheet, or more when Excel's limit of rows is reached. Text is never taken for a formula: cells
 * have types.
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
        // A sheet has no time zones: a moment is written in local time.
        if (cell instanceof Date) return new Date(`${wallClock(cell, timeZone).replace(' ', 'T')}Z`)
        if (typeof cell !== 'string') return cell
        const isDay = holds[index] === 'days' && cell >= FIRST_DAY
        return isDay ? new Date(`${cell}T00:00:00Z`) : cell.replace(NOT_XML, '\ufffd')
      })
    }
  }
}
