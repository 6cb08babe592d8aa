import type { Context } from 'hono'
import type { HubEnv } from '#hub/http/env.ts'
import { languageOf } from '#hub/http/language.ts'
import type { ExportFormat, ExportQuery, Language } from '#shared/contracts/exports.ts'
import { csvOf } from './csv.ts'
import type { Cell, ExportColumn } from './export-column.ts'
import { xlsxOf } from './xlsx.ts'

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** What a route that answers with `sendExport` streams. */
export const EXPORT_CONTENT_TYPES = Object.values(CONTENT_TYPES)

export interface Export<Row> {
  /** Of the file, without its ending, and of the sheet: at most 31 characters, none of them : \ / ? * [ ] */
  title: Record<Language, string>
  columns: readonly ExportColumn<Row>[]
  /** Of the organization: moments are written as its clocks showed them. */
  timeZone: string
  /** See `pagesOf`. */
  pages: AsyncIterable<Row[]>
  /** What the file says of itself below its rows, in the first columns: what was asked for, and when it was made. */
  notes?(language: Language): Cell[][]
}

/**
 * Answers with a list as a file. The rows are read as fast as the client takes them, and no further when it goes
 * away. What fails before the first page is read is answered as a problem; what fails later resets the connection, so
 * that nobody takes a part for the whole.
 */
export async function sendExport<Row>(
  c: Context<HubEnv>,
  { format, language = languageOf(c) }: ExportQuery,
  { title, columns, timeZone, pages, notes }: Export<Row>,
): Promise<Response> {
  const headers = columns.map((column) => column.header[language])
  const rows = cellsOf(await begun(pages), columns, language, c)
  const cells = notes ? followed(rows, [[], ...notes(language)]) : rows
  const body =
    format === 'xlsx'
      ? xlsxOf(title[language], headers, cells, { timeZone, holds: columns.map(({ holds }) => holds) })
      : csvOf(headers, cells, { language, timeZone })
  return c.body(body, 200, {
    'Content-Type': CONTENT_TYPES[format],
    'Content-Disposition': attachment(`${title.en}.${format}`, `${title[language]}.${format}`),
    'Content-Language': language,
    'Cache-Control': 'no-store',
    Vary: 'Accept-Language',
  })
}

/** The pages, the first of which has been read. */
async function begun<Row>(pages: AsyncIterable<Row[]>): Promise<AsyncIterable<Row[]>> {
  const iterator = pages[Symbol.asyncIterator]()
  const first = await iterator.next()
  return after(first.done ? [] : [first.value], { [Symbol.asyncIterator]: () => iterator })
}

async function* after<Item>(first: Item[], rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* first
  yield* rest
}

/** Notes fill the first columns, after the rows. */
async function* followed(pages: AsyncIterable<Cell[][]>, notes: Cell[][]): AsyncGenerator<Cell[][]> {
  yield* pages
  yield notes
}

async function* cellsOf<Row>(
  pages: AsyncIterable<Row[]>,
  columns: readonly ExportColumn<Row>[],
  language: Language,
  c: Context<HubEnv>,
): AsyncGenerator<Cell[][]> {
  try {
    for await (const rows of pages)
      yield rows.map((row) => columns.map((column) => column.value(row, language)))
  } catch (error) {
    c.get('log').error({ err: error }, 'an export broke off')
    throw error
  }
}

/** Both ways of naming a file: those who do not know RFC 8187 get the name in ASCII. */
function attachment(asciiName: string, name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /[*'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encoded}`
}
