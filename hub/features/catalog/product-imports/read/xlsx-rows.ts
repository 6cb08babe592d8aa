import { buffer } from 'node:stream/consumers'
import { FileFault } from '#hub/foreign-files/file-fault.ts'
import type { ForeignFile } from '#hub/foreign-files/reader-process.ts'
import type { RawCell } from '#shared/imports/raw-cell.ts'
import { remarkText } from '#shared/imports/remarks.ts'
import { unpacksWithin } from './unpacks-within.ts'
import {
  type NumberFormat,
  openWorkbook,
  parsePieces,
  TextElements,
  unescaped,
  type Workbook,
} from './xlsx-parts.ts'

/** Maximum compressed size. A sheet of 100,000 products has about 15 MB. */
const MAX_XLSX_BYTES = 30 * 1024 * 1024
/** Limits of Excel. */
const MAX_ROW_INDEX = 1_048_575
const MAX_COLUMN_INDEX = 16_383

interface SheetRow {
  row: number
  cells: RawCell[]
}

/** The first sheet of a workbook. */
export interface FirstSheet {
  /** Names of the sheets that are ignored. */
  otherSheets: string[]
  /** Rows with their numbers in the sheet. For a formula the stored result is used, and nothing is calculated. */
  rows: AsyncGenerator<SheetRow>
}

/**
 * Opens the first sheet. Throws FileFault for a file that is not an XLSX file or is too large. Reading the
 * rows can also throw it.
 */
export async function openFirstSheet(file: ForeignFile): Promise<FirstSheet> {
  if (file.sizeBytes > MAX_XLSX_BYTES)
    throw new FileFault(remarkText('xlsx_too_large', { most: MAX_XLSX_BYTES / 1024 ** 2 }))
  const packed = await buffer(file.open())
  if (!unpacksWithin(packed)) throw new FileFault(remarkText('xlsx_unpacks_large'))
  const workbook = await openWorkbook(packed).catch(refuse)
  return { otherSheets: workbook.otherSheets, rows: rowsOf(workbook) }
}

/** Throws FileFault. Every error of the reader is caused by the file. */
function refuse(): never {
  throw new FileFault(remarkText('not_xlsx'))
}

async function* rowsOf(workbook: Workbook): AsyncGenerator<SheetRow> {
  const sheet = new SheetElements(workbook)
  const pieces = parsePieces(workbook.sheet, sheet)
  while (true) {
    const { done } = await pieces.next().catch(refuse)
    if (done) break
    yield* sheet.takeRows()
  }
  // The file is truncated.
  if (!sheet.isWhole) refuse()
}

/** Reads the cells of a sheet (ECMA-376-1, 18.3.1). Throws for an impossible cell position. */
class SheetElements {
  /** True after the end of the cell data. */
  isWhole = false
  readonly #workbook: Workbook
  #rows: SheetRow[] = []
  #row = -1
  #cells: RawCell[] = []
  #column = -1
  #type = ''
  #format: NumberFormat = PLAIN
  #value = ''
  #isValue = false
  #hasFormula = false
  readonly #inline = new TextElements()

  constructor(workbook: Workbook) {
    this.#workbook = workbook
  }

  takeRows(): SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open = (name: string, { r, t, s }: Record<string, string>): void => {
    if (name === 'row') {
      this.#row = r ? Number(r) - 1 : this.#row + 1
      if (!isWithin(this.#row, MAX_ROW_INDEX)) throw new Error('no such row')
      this.#cells = []
      this.#column = -1
    } else if (name === 'c') {
      this.#column = r ? columnIn(r) : this.#column + 1
      if (!isWithin(this.#column, MAX_COLUMN_INDEX)) throw new Error('no such column')
      this.#type = t ?? 'n'
      this.#format = this.#workbook.formats[Number(s)] ?? PLAIN
      this.#value = ''
      this.#hasFormula = false
    } else if (name === 'f') this.#hasFormula = true
    this.#isValue = name === 'v'
    this.#inline.open(name)
  }

  text = (piece: string): void => {
    if (this.#isValue) this.#value += piece
    else this.#inline.add(piece)
  }

  close = (name: string): void => {
    this.#isValue = false
    this.#inline.close(name)
    if (name === 'c') {
      const inline = this.#inline.take()
      while (this.#cells.length < this.#column) this.#cells.push('')
      this.#cells[this.#column] = this.#cellOf(inline)
    } else if (name === 'row') this.#rows.push({ row: this.#row + 1, cells: this.#cells })
    else if (name === 'sheetData') this.isWhole = true
  }

  #cellOf(inline: string): RawCell {
    const value = this.#value
    switch (this.#type) {
      case 's':
        return textCell(this.#workbook.strings[Number(value)] ?? '')
      case 'inlineStr':
        return textCell(inline)
      case 'str':
        return textCell(unescaped(value))
      case 'b':
        return value === '1' ? 'true' : 'false'
      case 'e':
        return { text: value, is: 'cell_error' }
      case 'd':
        return { text: value, is: 'date' }
      default:
        if (value === '') return this.#hasFormula ? { text: '', is: 'formula_without_value' } : ''
        return numberCell(value, this.#format, this.#workbook.is1904)
    }
  }
}

const PLAIN: NumberFormat = { kind: 'plain' }

const isWithin = (index: number, most: number): boolean =>
  Number.isInteger(index) && index >= 0 && index <= most

/** Returns the zero-based column index of a cell reference. For BC12 it is 54. */
function columnIn(reference: string): number {
  const [letters = ''] = /^[A-Z]{1,3}/.exec(reference) ?? []
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/**
 * Returns the cell for a text. A text that looks like a number is marked as text, because then the difference
 * matters.
 */
const textCell = (text: string): RawCell => (/^\d[\d.,]*$/.test(text) ? { text, is: 'text' } : text)

function numberCell(value: string, format: NumberFormat, is1904: boolean): RawCell {
  const number = Number(value)
  if (Number.isNaN(number)) return value
  if (format.kind === 'date') return { text: dateText(number, is1904) ?? value, is: 'date' }
  if (format.kind === 'percent') return `${shown(number * 100)}%`
  if (format.kind === 'zeros' && Number.isInteger(number) && number >= 0)
    return { text: shown(number).padStart(format.digits, '0'), is: 'text' }
  if (Math.abs(number) < 10 ** KEPT_DIGITS) return shown(number)
  // Programs other than Excel write all digits of a number.
  const isExact = Number.isSafeInteger(number) && /^\d+[1-9]$/.test(value)
  return isExact ? { text: value, is: 'text' } : { text: value, is: 'digits_lost' }
}

/** Number of digits that a spreadsheet keeps. */
const KEPT_DIGITS = 15

/** Returns the number as displayed in a sheet, with 15 digits, so that 0.1 + 0.2 is 0.3. */
const shown = (number: number): string => String(Number(number.toPrecision(KEPT_DIGITS)))

const DAY_MS = 86_400_000
/** Day 0 of each date system. Before March 1900, the 1900 system has one day too many. */
const FIRST_DAY = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

/** Returns the text of a date, or undefined when it is outside the range of JavaScript dates. */
function dateText(days: number, is1904: boolean): string | undefined {
  const from = is1904 ? FIRST_DAY[1904] : FIRST_DAY[1900] + (days < 60 ? DAY_MS : 0)
  const date = new Date(from + Math.round(days * DAY_MS))
  if (Number.isNaN(date.getTime())) return undefined
  const text = date.toISOString().slice(0, 19)
  return text.endsWith('T00:00:00') ? text.slice(0, 10) : text.replace('T', ' ')
}
