import { stringify } from 'csv-stringify/sync'
import type { Language } from '#shared/contracts/exports.ts'
import { mayLackZeros } from '#shared/imports/barcode-cell.ts'
import type { Cell } from './export-column.ts'
import { wallClock } from './wall-clock.ts'

const BYTE_ORDER_MARK = '\ufeff'
/** Characters that a spreadsheet interprets as the beginning of a formula, including their full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * Streams the rows as CSV: UTF-8 with a byte order mark, CRLF (RFC 4180). The separators are those that
 * spreadsheets expect in the language. In Russian, these are semicolons and a decimal comma.
 */
export function csvOf(
  headers: string[],
  pages: AsyncIterable<Cell[][]>,
  { language, timeZone }: { language: Language; timeZone: string },
): ReadableStream<Uint8Array> {
  const texts = textsOf(headers, pages, language, timeZone)
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await texts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      cancel: async () => {
        await texts.return(undefined)
      },
    },
    // Nothing is read before the consumer requests it.
    { highWaterMark: 0 },
  )
}

async function* textsOf(
  headers: string[],
  pages: AsyncIterable<Cell[][]>,
  language: Language,
  timeZone: string,
): AsyncGenerator<string> {
  const isRussian = language === 'ru'
  const options = {
    delimiter: isRussian ? ';' : ',',
    record_delimiter: 'windows' as const,
    cast: {
      boolean: String,
      number: (value: number) => (isRussian ? String(value).replace('.', ',') : String(value)),
      date: (value: Date) => wallClock(value, timeZone),
    },
  }
  yield BYTE_ORDER_MARK + stringify([headers], options)
  for await (const rows of pages) yield stringify(rows.map(record), options)
}

const record = (row: Cell[]) => row.map((cell) => (typeof cell === 'string' ? textCell(cell) : cell))

function textCell(text: string): string {
  // An apostrophe turns it into text, because a formula in a name must not run where the file is opened.
  if (FORMULA.test(text)) return `'${text}`
  return isChangedNumber(text) || mayLackZeros(text) || HIDDEN_APOSTROPHE.test(text) ? asFormula(text) : text
}

/** Text whose leading apostrophe a spreadsheet would interpret as its own text mark. */
const HIDDEN_APOSTROPHE = /^'[\p{L}\d][^"]*$/u

/**
 * True for codes that a spreadsheet would interpret as numbers and display differently: without zeros,
 * rounded, or as a power of ten. Excel does the last for 12 or more digits, and thus for every EAN-13.
 */
const isChangedNumber = (text: string): boolean =>
  /^(0\d+|\d{12,}|\d+[.,]\d*0|\d+([.,]\d+)?[eE][+-]?\d+)$/.test(text)

/**
 * Returns the only form that both Excel and LibreOffice read as the same text. Imports also read it
 * (docs/domain.md#export-cells).
 */
const asFormula = (digits: string): string => `="${digits}"`
