import { pipeline, Readable } from 'node:stream'
import { CsvError, type CsvErrorCode, parse } from 'csv-parse'
import { type Delimiter, findDelimiter } from '#shared/imports/delimiter.ts'
import { decode, findEncoding } from '#shared/imports/encoding.ts'
import { columnOf } from '#shared/imports/header-map.ts'
import { said } from '#shared/imports/remarks.ts'
import type { Problem } from '#shared/problems/problem.ts'
import { fileFault } from './file-fault.ts'
import { isXlsx, xlsxRows } from './read-xlsx.ts'

/** Opens the file from its beginning; its kind, its encoding and its rows are read one after the other. */
export type OpenContent = () => Promise<AsyncIterable<Uint8Array>>

export interface Table {
  headers: string[]
  /** Numbered as a spreadsheet does: the row of the header is the first, blank ones count. To be read once. */
  rows: AsyncIterable<Row>
}

interface Row {
  row: number
  cells: string[]
}

/** A row that goes on for longer has a quote that nobody closed. */
const MAX_ROW_CHARACTERS = 1024 * 1024
/** Enough to hold the first line. */
const BEGINNING_CHARACTERS = 64 * 1024

/**
 * Opens a file of products, CSV or XLSX: what it is, encoding and delimiter are told by its content. Throws invalid_request
 * when it has no column for names.
 */
export async function openTable(open: OpenContent): Promise<Table> {
  const rows = isXlsx(await beginningOf(open)) ? xlsxRows(await open()) : await csvRows(open)
  let headers: string[] | undefined
  while (!headers) {
    const next = await rows.next()
    if (next.done) throw fileFault(said('no_rows'))
    const { cells } = next.value
    if (!isBlank(cells)) headers = cells.map((header) => header.trim())
  }
  // A delimiter at the end of each line makes a column without a name.
  while (headers.at(-1) === '') headers.pop()
  if (!headers.some(isName)) {
    await rows.return(undefined)
    throw withoutName(headers)
  }
  return { headers, rows: withoutBlank(rows) }
}

/** Its first bytes, or fewer when it has fewer. */
export async function beginningOf(open: OpenContent): Promise<Uint8Array> {
  for await (const chunk of await open()) return chunk
  return new Uint8Array()
}

async function csvRows(open: OpenContent): Promise<AsyncGenerator<Row>> {
  const encoding = await findEncoding(await open())
  const texts = decode(await open(), encoding)
  let beginning = ''
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    beginning += next.value
    if (beginning.length >= BEGINNING_CHARACTERS) break
  }
  const { delimiter, skip } = findDelimiter(beginning)
  const records = recordsOf(textsFrom(beginning.slice(skip), texts), delimiter)
  return numbered(records, skip > 0 ? 1 : 0)
}

const isName = (header: string): boolean => {
  const column = columnOf(header)
  return column.kind === 'field' && column.field === 'name'
}

const isBlank = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '')

function withoutName(headers: string[]): Problem {
  const found = headers.map((header) => header.slice(0, 100)).slice(0, 100)
  return fileFault(said('no_name_column', { columns: found.join(', ') }), { headers: found })
}

async function* textsFrom(beginning: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield beginning
  yield* rest
}

async function* recordsOf(texts: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    // A lone quote, such as that of an inch, is one.
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: MAX_ROW_CHARACTERS,
  })
  // Ends both when one of them fails or nobody reads on; what failed is thrown by the loop below.
  pipeline(Readable.from(texts), parser, () => undefined)
  try {
    for await (const record of parser) yield record as string[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error ? Number(error.lines) : null
    if (OPEN_QUOTE.has(error.code)) throw fileFault(said('open_quote'))
    throw fileFault(line === null ? said('not_csv') : said('not_csv_from', { line }))
  }
}

/** A row without end has one too. */
const OPEN_QUOTE: ReadonlySet<CsvErrorCode> = new Set(['CSV_MAX_RECORD_SIZE', 'CSV_QUOTE_NOT_CLOSED'])

async function* numbered(records: AsyncGenerator<string[]>, before: number): AsyncGenerator<Row> {
  let row = before
  for await (const cells of records) {
    row += 1
    yield { row, cells }
  }
}

async function* withoutBlank(rows: AsyncGenerator<Row>): AsyncGenerator<Row> {
  for await (const row of rows) if (!isBlank(row.cells)) yield row
}
