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
/** Content types of routes that respond with `sendExport`. */
export const EXPORT_CONTENT_TYPES = Object.values(CONTENT_TYPES)

export interface Export<Row> {
  /** Title of the file (without its extension) and of the sheet. At most 31 characters, none of them : \ / ? * [ ] */
  title: Record<Language, string>
  columns: readonly ExportColumn<Row>[]
  /** Time zone of the organization. Times are written in its local time. */
  timeZone: string
  /** Pages of rows, see `pagesOf`. */
  pages: AsyncIterable<Row[]>
  /**
   * Returns notes about the file, such as its filters and the time of its creation. They follow the rows, in
   * the first columns.
   */
  notes?(language: Language): Cell[][]
}

/**
 * Sends a list as a file. Rows are read as fast as the client receives them, and reading stops when the
 * client disconnects. An error before the first page is read becomes a problem response. A later error resets
 * the connection, so that no client mistakes a part for the whole file.
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

/** Reads the first page and returns all pages. */
async function begun<Row>(pages: AsyncIterable<Row[]>): Promise<AsyncIterable<Row[]>> {
  const iterator = pages[Symbol.asyncIterator]()
  const first = await iterator.next()
  return after(first.done ? [] : [first.value], { [Symbol.asyncIterator]: () => iterator })
}

async function* after<Item>(first: Item[], rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* first
  yield* rest
}

/** Returns the pages followed by the notes, which fill the first columns. */
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
    c.get('log').error({ err: error }, 'an export failed midway')
    throw error
  }
}

/** Returns both forms of the file name. Clients that do not support RFC 8187 use the ASCII name. */
function attachment(asciiName: string, name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /[*'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encoded}`
}
