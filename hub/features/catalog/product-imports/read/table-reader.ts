import { pipeline, Readable } from 'node:stream'
import { CsvError, type CsvErrorCode, parse } from 'csv-parse'
import { FileFault } from '#hub/foreign-files/file-fault.ts'
import type { ForeignFile } from '#hub/foreign-files/reader-process.ts'
import { type Delimiter, findDelimiter } from '#shared/imports/delimiter.ts'
import { decode, findEncoding } from '#shared/imports/encoding.ts'
import { columnOf } from '#shared/imports/header-map.ts'
import { type RawCell, textOfCell } from '#shared/imports/raw-cell.ts'
import { remarkText } from '#shared/imports/remarks.ts'
import { beginningOf, isOldExcel, isXlsx } from './kind-of-file.ts'
import { openFirstSheet } from './xlsx-rows.ts'

/** A row with its number as in a spreadsheet: the header is row 1, and blank rows count. */
export interface Row {
  row: number
  cells: RawCell[]
}

/** Parts of the answer: first the header, then batches of rows that are not blank. */
export type TableAnswer = { headers: string[]; otherSheets: string[] } | { rows: Row[] }

const MAX_COLUMNS = 1000
/** A longer CSV row means that a quote was not closed. */
const MAX_ROW_CHARACTERS = 1024 * 1024
/** Maximum cell length in Excel. */
const MAX_CELL_CHARACTERS = 32_767
/**
 * Maximum number of rows. An XLSX of this size takes about 700 MB to read. A CSV of 100 MB has about 300,000
 * rows.
 */
const MAX_ROWS = { xlsx: 100_000, csv: 500_000 }
const PORTION_CHARACTERS = 32 * 1024
/** Number of JSON characters around each cell. */
const CELL_CHARACTERS = 3
/** Number of characters that is enough to contain the first line. */
const BEGINNING_CHARACTERS = 64 * 1024

/**
 * Reads a product file, CSV or XLSX, in a separate process. Type, encoding and delimiter are detected from
 * its content. Throws FileFault, also when it has no column for names.
 */
export async function* read(file: ForeignFile): AsyncGenerator<TableAnswer> {
  const beginning = await beginningOf(file)
  if (isOldExcel(beginning)) throw new FileFault(remarkText('old_excel'))
  const kind = isXlsx(beginning) ? 'xlsx' : 'csv'
  const sheet = kind === 'xlsx' ? await openFirstSheet(file) : { rows: await csvRows(file), otherSheets: [] }
  const rows = withinLimits(sheet.rows, MAX_ROWS[kind])
  const first = await rows.next()
  if (first.done) throw new FileFault(remarkText('no_rows'))
  const headers = first.value.cells.map((header) => textOfCell(header).trim())
  // A delimiter at the end of each line creates a column without a name.
  while (headers.at(-1) === '') headers.pop()
  if (!headers.some(isName)) throw withoutName(headers)
  yield { headers, otherSheets: sheet.otherSheets }
  let portion: Row[] = []
  let characters = 0
  for await (const row of rows) {
    portion.push(row)
    characters += charactersOf(row.cells) + CELL_CHARACTERS * row.cells.length
    if (characters < PORTION_CHARACTERS) continue
    yield { rows: portion }
    portion = []
    characters = 0
  }
  yield { rows: portion }
}

/** Skips blank rows and enforces the limits. `mostRows` excludes the header. */
async function* withinLimits(rows: AsyncIterable<Row>, mostRows: number): AsyncGenerator<Row> {
  let count = -1
  for await (const { row, cells } of rows) {
    if (cells.length > MAX_COLUMNS)
      throw new FileFault(remarkText('too_many_columns', { most: MAX_COLUMNS, row }))
    if (cells.some((cell) => textOfCell(cell).length > MAX_CELL_CHARACTERS))
      throw new FileFault(remarkText('cell_too_long', { most: MAX_CELL_CHARACTERS, row }))
    if (charactersOf(cells) > MAX_ROW_CHARACTERS)
      throw new FileFault(remarkText('row_too_long', { most: MAX_ROW_CHARACTERS, row }))
    if (isBlank(cells)) continue
    count += 1
    if (count > mostRows) throw new FileFault(remarkText('too_many_rows', { most: mostRows }))
    yield { row, cells }
  }
}

const charactersOf = (cells: RawCell[]): number =>
  cells.reduce((sum, cell) => sum + textOfCell(cell).length, 0)

async function csvRows(file: ForeignFile): Promise<AsyncGenerator<Row>> {
  const encoding = await findEncoding(file.open())
  const texts = decode(file.open(), encoding)
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

/** True for a row without content. A formula without a result is not blank. */
const isBlank = (cells: RawCell[]): boolean =>
  cells.every((cell) => typeof cell === 'string' && cell.trim() === '')

function withoutName(headers: string[]): FileFault {
  const found = headers.map((header) => header.slice(0, 100)).slice(0, 100)
  return new FileFault(remarkText('no_name_column', { columns: found.join(', ') }), { headers: found })
}

async function* textsFrom(beginning: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield beginning
  yield* rest
}

async function* recordsOf(texts: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    // A lone quote, such as an inch mark, is text.
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: MAX_ROW_CHARACTERS,
  })
  // Closes both streams when one fails or the consumer stops. The loop below throws the error.
  pipeline(Readable.from(texts), parser, () => undefined)
  try {
    for await (const record of parser) yield record as string[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error ? Number(error.lines) : null
    if (OPEN_QUOTE.has(error.code)) throw new FileFault(remarkText('open_quote'))
    throw new FileFault(line === null ? remarkText('not_csv') : remarkText('not_csv_from', { line }))
  }
}

/** Errors of an unclosed quote, including that of an endless row. */
const OPEN_QUOTE: ReadonlySet<CsvErrorCode> = new Set(['CSV_MAX_RECORD_SIZE', 'CSV_QUOTE_NOT_CLOSED'])

async function* numbered(records: AsyncGenerator<string[]>, before: number): AsyncGenerator<Row> {
  let row = before
  for await (const cells of records) {
    row += 1
    yield { row, cells }
  }
}
