import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell, ExportColumn } from './export-column.ts'
import { wallClock } from './wall-clock.ts'

/** Characters that XML cannot hold and the library leaves in. */
const NOT_XML = /[\ufffe\uffff]/g

/** A format of days alone is what a date gets otherwise. Narrower, and Excel shows ####. */
const SHOWN = {
  moments: { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 },
  days: { numFmt: 'yyyy-mm-dd', width: 12 },
  others: {},
}

/** The calendar of Excel counts from here without its error of one day; days before are texts. */
const FIRST_DAY = '1900-03-01'

interface SheetOptions {
  timeZone: string
  /** Of each column. */
  holds: ExportColumn<unknown>['holds'][]
}

/** One sheet, more when Excel's limit of rows is reached. Text is never taken for a formula: cells have types. */
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
        // A sheet has no time zones: a moment is what clocks showed.
        if (cell instanceof Date) return new Date(`${wallClock(cell, timeZone).replace(' ', 'T')}Z`)
        if (typeof cell !== 'string') return cell
        const isDay = holds[index] === 'days' && cell >= FIRST_DAY
        return isDay ? new Date(`${cell}T00:00:00Z`) : cell.replace(NOT_XML, '\ufffd')
      })
    }
  }
}
