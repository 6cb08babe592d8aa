import {
  MAX_MINIMUM_AGE,
  type PaymentSubject,
  type ProductKind,
  type TrackingType,
} from '#shared/domain/product.ts'
import { AMOUNT_PLACES, COST_PLACES, QUANTITY_PLACES } from '#shared/money/decimal.ts'
import { cleanLines, cleanText, countCharacters } from '#shared/std/clean-text.ts'
import { type Barcode, barcodeValues, typedBarcode } from './barcode-cell.ts'
import { booleanCell } from './boolean-cell.ts'
import { type CodeText, codeText, refuseLostCode } from './code-cell.ts'
import { hasLostLetters } from './encoding.ts'
import { type Column, columnOf, type Field } from './header-map.ts'
import { CellError, currencyWord, nonNegativeCell, numberCell, vatCell } from './number-cell.ts'
import { type CellMark, type RawCell, textOfCell } from './raw-cell.ts'
import { type RemarkText, remarkText } from './remarks.ts'
import { kindCell, paymentSubjectCell, type RowKind, trackingCell } from './word-cells.ts'

export type ImportFormat = 'csv' | 'ext-csv'

/** Remark with its position in the file. Rows are counted as in a spreadsheet, with the header as row 1. */
export interface Remark extends RemarkText {
  row: number
  /** Column as named in the header, or null for the whole row. */
  column: string | null
  value: string | null
}

/**
 * Product as read from its row. A missing member means that the file has no such column or, for members such
 * as the VAT rate, that the cell is empty. Numbers are integers in steps of their smallest decimal place
 * (shared/money/decimal.ts), and references are names.
 */
export interface ImportRow {
  row: number
  name: string
  id?: string | null
  code?: string | null
  article?: string | null
  externalCode?: string | null
  /** Group as written in the cell. */
  group?: string
  /** Path of the heading row above the product, the outermost group first. Absent without a heading row. */
  heading?: string[]
  unit?: string
  kind?: (typeof ProductKind.options)[number]
  cost?: number
  minPrice?: number | null
  minStock?: number | null
  /** VAT rate in hundredths of a percent, or null without VAT. */
  vatRate?: number | null
  description?: string | null
  paymentSubject?: PaymentSubject
  trackingType?: TrackingType
  isDiscountProhibited?: boolean
  minimumAge?: number | null
  isWeighed?: boolean
  isArchived?: boolean
  weightCode?: string | null
  weight?: number | null
  /** Volume in millionths of a cubic meter. */
  volume?: number | null
  country?: string | null
  supplier?: string | null
  parentCode?: string
  barcodes?: Barcode[]
  /** Packs in the order of their columns. A unit whose cells are empty removes that pack from the product. */
  packs?: PackCells[]
  /** Prices by column index. Cells without a number are omitted. */
  prices: Map<number, number>
  /** Stock in thousandths, by column index. Only positive quantities are included. */
  stock?: Map<number, number>
  /** Valid links to images, in the order of the cells. */
  images?: string[]
  /** Currency words by column index, from a currency column or from a cell with a price or a cost. */
  currencies?: Map<number, string>
}

/** Row without a product: the heading of the rows below it, or a group to create. */
export interface GroupRow {
  row: number
  name: string
  group: string
}

/** Cells of the columns for one pack unit. */
interface PackCells {
  /** Unit as written in the header. */
  unit: string
  /** Quantity in thousandths. */
  quantity: number | null
  barcode: string | null
  /** Index of the first column of this unit. */
  index: number
}

export interface RowReader {
  columns: readonly Column[]
  /**
   * Reads a row. Reports errors to `fault` and suspicious values to `warn`. Returns undefined when the row
   * has an error.
   */
  read(row: number, cells: readonly RawCell[]): ImportRow | GroupRow | undefined
}

export const isGroupRow = (read: ImportRow | GroupRow): read is GroupRow => !('prices' in read)

interface Sink {
  fault(remark: Remark): void
  warn(remark: Remark): void
}

const MAX_SHORT = 255
const MAX_DESCRIPTION = 4096
const MAX_BARCODES = 50
const MAX_LINK = 2000
const VOLUME_PLACES = 6
/** Column index that stands for the whole row. */
const WHOLE_ROW = -1
const GUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Returns a reader for the rows below these headers. */
export function rowReader(format: ImportFormat, headers: readonly string[], sink: Sink): RowReader {
  const columns = headers.map(columnOf)
  /** Columns already reported as overridden by another column. Each is reported once per file. */
  const rivals = new Set<number>()
  return {
    columns,
    read(row, cells) {
      const faulty = new Set<number>()
      const at = (index: number, what: RemarkText): Remark => ({
        row,
        column: headers[index] ?? null,
        value: cells[index] === undefined ? null : textOfCell(cells[index]),
        ...what,
      })
      const fault = (index: number, what: RemarkText): void => {
        faulty.add(index)
        sink.fault(at(index, what))
      }
      const warn = (index: number, what: RemarkText): void => sink.warn(at(index, what))
      const product: ImportRow = { row, name: '', prices: new Map() }
      const filled = new Map<Field, number>()
      const characteristics: string[] = []
      let kind: RowKind | null = 'Good'
      let hasExcise = false
      for (const [index, rawCell] of cells.entries()) {
        const column = columns[index]
        const raw = textOfCell(rawCell)
        const is = typeof rawCell === 'string' ? undefined : rawCell.is
        const cell = is === 'text' ? cleanLines(raw.toWellFormed()) : textOf(raw)
        const currency = column && currencyIn(column, cell)
        if (currency) {
          product.currencies ??= new Map()
          product.currencies.set(index, currency)
        }
        if (raw.includes('\0')) {
          fault(index, remarkText('nul_byte'))
          continue
        }
        if (!column) {
          if (cell !== '') fault(index, remarkText('beyond_header'))
          continue
        }
        try {
          if (column.kind !== 'unread') refuseLost(raw, is, column)
          const code = isCode(column) ? codeText(raw, is) : { text: cell, isText: true }
          const clean = { ...code, text: cleanLines(code.text.toWellFormed()) }
          if (column.kind === 'price') {
            const steps = nonNegativeCell(cell, AMOUNT_PLACES)
            if (steps !== null) product.prices.set(index, steps)
          } else if (column.kind === 'stock') {
            const steps = numberCell(cell, QUANTITY_PLACES) ?? 0
            if (steps < 0) warn(index, remarkText('negative_stock'))
            if (steps > 0) {
              product.stock ??= new Map()
              product.stock.set(index, steps)
            }
          } else if (column.kind === 'images') {
            const links = cell.split(/[\s;|]+/).filter((link) => link !== '')
            const isLink = (link: string) => /^https?:\/\//i.test(link) && link.length <= MAX_LINK
            if (!links.every(isLink)) warn(index, remarkText('no_image_link'))
            product.images = [...(product.images ?? []), ...links.filter(isLink)]
          } else if (column.kind === 'pack') {
            readPack(product, column, clean, index)
          } else if (column.kind === 'barcodes') {
            const barcodes = barcodeValues(clean).map(typedBarcode)
            for (const { value, isOdd } of barcodes)
              if (isOdd) warn(index, remarkText('wrong_check_digit', { barcode: value }))
            product.barcodes = merge(product.barcodes ?? [], barcodes)
          } else if (column.kind === 'characteristic') {
            if (cell !== '') characteristics.push(cleanText(cell))
          } else if (column.kind === 'field') {
            const { field } = column
            // When several columns fill one field, the first non-empty one is used.
            const first = filled.get(field)
            if (first !== undefined) {
              product.currencies?.delete(index)
              const isSame =
                rivals.has(index) || cell === '' || cell === textOf(textOfCell(cells[first] ?? ''))
              if (!isSame) warn(index, remarkText('other_column', { other: headers[first] ?? '' }))
              if (!isSame) rivals.add(index)
              continue
            }
            if (cell !== '') filled.set(field, index)
            if (field === 'kind') kind = kindCell(cell)
            else if (field === 'excise') hasExcise = booleanCell(cell)
            else {
              if (isCode(column)) refuseLostCode(clean)
              readField(product, field, clean.text, (what) => warn(index, what))
            }
          }
        } catch (error) {
          if (!(error instanceof CellError)) throw error
          fault(index, error.remarkText)
        }
      }
      const nameIndex = columns.findIndex((column) => column.kind === 'field' && column.field === 'name')
      if (kind === null && format === 'ext-csv') {
        kind = 'group'
        sink.warn({ row, column: null, value: product.name, ...remarkText('no_type') })
      }
      if (product.name === '' && !faulty.has(nameIndex)) fault(nameIndex, remarkText('empty'))
      if (hasLostLetters(product.name)) warn(nameIndex, remarkText('lost_letters'))
      if (kind === 'group')
        return faulty.size > 0 ? undefined : { row, name: product.name, group: product.group ?? '' }
      const hasKind = columns.some((column) => column.kind === 'field' && column.field === 'kind')
      if (hasKind) product.kind = kind ?? 'Good'
      if (hasExcise) product.paymentSubject = 'Excisable'
      if ((product.barcodes?.length ?? 0) > MAX_BARCODES)
        fault(WHOLE_ROW, remarkText('too_many_barcodes', { most: MAX_BARCODES }))
      for (const { index, quantity, barcode } of product.packs ?? [])
        if (quantity === null && barcode !== null) fault(index, remarkText('pack_without_quantity'))
      product.name = withCharacteristics(product.name, characteristics)
      if (countCharacters(product.name) > MAX_SHORT)
        fault(nameIndex, remarkText('too_long', { most: MAX_SHORT }))
      return faulty.size > 0 ? undefined : product
    },
  }
}

function readPack(
  product: ImportRow,
  { unit, member }: Extract<Column, { kind: 'pack' }>,
  cell: CodeText,
  index: number,
): void {
  product.packs ??= []
  const key = unit.toLowerCase()
  let pack = product.packs.find((one) => one.unit.toLowerCase() === key)
  if (!pack) {
    pack = { unit, quantity: null, barcode: null, index }
    product.packs.push(pack)
  }
  if (member === 'quantity') pack.quantity = nonNegativeCell(cell.text, QUANTITY_PLACES) || null
  else {
    const codes = barcodeValues(cell)
    if (codes.length > 1) throw new CellError(remarkText('several_pack_barcodes'))
    pack.barcode = codes[0] ?? null
  }
}

/** True for a column of codes, which look like numbers but are not. */
const isCode = (column: Column): boolean =>
  column.kind === 'barcodes' ||
  (column.kind === 'pack' && column.member === 'barcode') ||
  (column.kind === 'field' && CODES.has(column.field))
const CODES: ReadonlySet<Field> = new Set(['code', 'article', 'externalCode', 'parentCode'])

/** Throws `CellError` for a cell with a damaged value. */
function refuseLost(raw: string, is: CellMark | undefined, column: Column): void {
  if (is === 'digits_lost' || is === 'formula_without_value') throw new CellError(remarkText(is))
  if (is === 'cell_error' || SPREADSHEET_ERROR.test(raw)) throw new CellError(remarkText('cell_error'))
  if (raw.includes('\ufffd')) throw new CellError(remarkText('broken_letters'))
  const isDescription = column.kind === 'field' && column.field === 'description'
  if (is === 'date' && !isDescription) throw new CellError(remarkText('became_date'))
}

/** Spreadsheet errors in English and Russian. The last alternative marks a number that is too wide for its cell. */
const SPREADSHEET_ERROR =
  /^\s*#(N\/A|Н\/Д|REF!|ССЫЛКА!|VALUE!|ЗНАЧ!|DIV\/0!|ДЕЛ\/0!|NAME\?|ИМЯ\?|NUM!|ЧИСЛО!|NULL!|ПУСТО!|#{2,})\s*$/i

function currencyIn(column: Column, cell: string): string | null {
  if (column.kind === 'currency') return cell
  const isPriced =
    column.kind === 'price' ||
    (column.kind === 'field' && (column.field === 'cost' || column.field === 'minPrice'))
  return isPriced ? currencyWord(cell) : null
}

/**
 * Returns the text of a cell without the marks of our exports: an apostrophe before text that looks like a
 * formula, and a formula around a code (docs/domain.md#export-cells).
 */
const textOf = (cell: string): string =>
  cleanLines(
    cell
      .replace(/^="([^"]*)"$/, '$1')
      .replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '')
      .toWellFormed(),
  )

function merge(known: Barcode[], more: (Barcode & { isOdd: boolean })[]): Barcode[] {
  const values = new Set(known.map(({ value }) => value))
  return [
    ...known,
    ...more.filter(({ value }) => !values.has(value)).map(({ value, type }) => ({ value, type })),
  ]
}

/** Adds to the name of a variant the characteristics that the name does not contain. */
function withCharacteristics(name: string, values: readonly string[]): string {
  const missing = values.filter((value) => !name.toLowerCase().includes(value.toLowerCase()))
  return missing.length === 0 ? name : `${name} (${missing.join(', ')})`
}

function limited(text: string, max: number): string {
  if (countCharacters(text) > max) throw new CellError(remarkText('too_long', { most: max }))
  return text
}
const short = (cell: string): string => limited(cleanText(cell), MAX_SHORT)

function readField(
  product: ImportRow,
  field: Exclude<Field, 'kind' | 'excise'>,
  cell: string,
  warn: (what: RemarkText) => void,
): void {
  const known = <Value>(value: Value | undefined, other: Value): Value => {
    if (value === undefined) warn(remarkText('unknown_word'))
    return value ?? other
  }
  switch (field) {
    case 'name':
      product.name = cleanText(cell)
      return
    case 'code':
    case 'article':
    case 'externalCode':
    case 'country':
    case 'supplier':
      product[field] = short(cell) || null
      return
    case 'id':
      if (cell !== '' && !GUID.test(cell)) throw new CellError(remarkText('not_guid'))
      product.id = cell.toLowerCase() || null
      return
    case 'group':
      product.group = cell
      return
    case 'unit':
      product.unit = short(cell)
      return
    case 'parentCode':
      product.parentCode = short(cell)
      return
    case 'cost':
      setUnlessNull(product, 'cost', nonNegativeCell(cell, COST_PLACES))
      return
    case 'minPrice':
      product.minPrice = nonNegativeCell(cell, AMOUNT_PLACES)
      return
    case 'minStock':
    case 'weight':
      product[field] = nonNegativeCell(cell, QUANTITY_PLACES)
      return
    case 'volume':
      product.volume = nonNegativeCell(cell, VOLUME_PLACES)
      return
    case 'vat':
      // An empty cell leaves the rate unset, so that the rate of the group can apply.
      if (cell !== '') product.vatRate = vatCell(cell)
      return
    case 'description':
      product.description = limited(cell, MAX_DESCRIPTION) || null
      return
    case 'paymentSubject':
      product.paymentSubject = known(paymentSubjectCell(cell), 'Other')
      return
    case 'trackingType':
      product.trackingType = known(trackingCell(cell), 'Other')
      return
    case 'isDiscountProhibited':
    case 'isWeighed':
    case 'isArchived':
      product[field] = booleanCell(cell)
      return
    case 'minimumAge':
      product.minimumAge = ageCell(cell)
      return
    case 'weightCode':
      if (!/^\d{0,5}$/.test(cell)) throw new CellError(remarkText('not_weight_code'))
      product.weightCode = cell.replace(/^0+(?=\d)/, '') || null
  }
}

/**
 * Reads an age in whole years, with an optional trailing plus, as in `18+`. Returns null for an empty cell,
 * and throws `CellError` unless the age is from 1 to `MAX_MINIMUM_AGE`.
 */
function ageCell(cell: string): number | null {
  const years = numberCell(cell.replace(/\+$/, ''), 0)
  if (years !== null && (years < 1 || years > MAX_MINIMUM_AGE))
    throw new CellError(remarkText('not_age', { most: MAX_MINIMUM_AGE }))
  return years
}

function setUnlessNull(product: ImportRow, field: 'cost', value: number | null): void {
  if (value !== null) product[field] = value
}
