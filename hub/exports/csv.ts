import { stringify } from 'csv-stringify/sync'
import type { Cell } from './export-column.ts'

const BYTE_ORDER_MARK = '\ufeff'
/** What a spreadsheet takes for the beginning of a formula. The wide forms count as well. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

const OPTIONS = { record_delimiter: 'windows', cast: { boolean: String } } as const

/** UTF-8 with a byte-order mark, comma-separated, CRLF (RFC 4180). */
export function csvOf(headers: string[], pages: AsyncIterable<Cell[][]>): ReadableStream<Uint8Array> {
  const texts = textsOf(headers, pages)
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
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  )
}

async function* textsOf(headers: string[], pages: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + stringify([headers], OPTIONS)
  for await (const rows of pages) yield stringify(rows.map(record), OPTIONS)
}

const record = (row: Cell[]) =>
  row.map((cell) => {
    if (cell instanceof Date) return cell.toISOString()
    // An apostrophe makes it text: nothing that someone wrote into a name is run where the file is opened.
    return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell
  })
