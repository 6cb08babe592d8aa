import { type RemarkText, remarkText } from './remarks.ts'

/**
 * Characters around numbers in files of accounting systems: spaces of all kinds, apostrophes and words for
 * currencies.
 */
const SPACES = /[\s']/g
const CURRENCY =
  /(руб(?:лей|ля|ль)?\.?|р\.|₽|тенге|тг\.?|₸|сум|сом|бел\.?|\$|€|£|rub|kzt|uzs|byn|kgs|usd|eur|gbp)/giu

/** Returns the currency word next to a number, or null without one. */
export const currencyWord = (cell: string): string | null => cell.match(CURRENCY)?.[0] ?? null

/**
 * Returns the number in steps of `places` decimal places, or null for an empty cell or a dash. Throws
 * `CellError` for other text, for too many decimal places and for more than ten digits before the decimal
 * point (docs/domain.md#import-cells).
 */
export function numberCell(cell: string, places: number): number | null {
  const text = cell.replace(CURRENCY, '').replace(SPACES, '')
  if (text === '' || /^[-–—]$/.test(text)) return null
  const [, sign, whole, fraction] = /^([-+–]?)(\d+)(?:\.(\d+))?$/.exec(withPoint(text)) ?? []
  if (whole === undefined) throw new CellError(remarkText('not_a_number'))
  const exact = (fraction ?? '').replace(/0+$/, '')
  if (exact.length > places) throw new CellError(remarkText('too_fine', { most: places }))
  if (whole.replace(/^0+/, '').length > WHOLE_DIGITS) throw new CellError(remarkText('too_large'))
  const steps = Number(whole + exact.padEnd(places, '0'))
  return sign === '' || sign === '+' || steps === 0 ? steps : -steps
}

const WHOLE_DIGITS = 10

/**
 * Returns the number with a decimal point and without separators of digit groups. The last of `.` and `,` is
 * the decimal point, unless it is repeated. All others separate digit groups. Throws `CellError` when a
 * repeated mark does not separate groups of three digits.
 */
function withPoint(text: string): string {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return text
  const mark = text[last] as string
  const before = text.slice(0, last)
  if (!before.includes(mark)) return `${before.replace(/[.,]/g, '')}.${text.slice(last + 1)}`
  const isGrouped = /^[-+–]?\d{1,3}([.,]\d{3})+$/.test(text)
  if (!isGrouped) throw new CellError(remarkText('not_a_number'))
  return text.replace(/[.,]/g, '')
}

/** Thrown for a cell that cannot be read. */
export class CellError extends Error {
  readonly remarkText: RemarkText

  constructor(what: RemarkText) {
    super(what.message)
    this.remarkText = what
  }
}

/** Reads a number like `numberCell` and throws `CellError` for a negative one. */
export function nonNegativeCell(cell: string, places: number): number | null {
  const steps = numberCell(cell, places)
  if (steps !== null && steps < 0) throw new CellError(remarkText('negative'))
  return steps
}

/** Name of the tax before or after the rate, as in "НДС 10%", "12% ҚҚС" or "без НДС". */
const TAX = /^(?:ставка\s*)?(?:ндс|ққс|vat)[\s:]*(?=[\dн])|(?<=.)\s*(?:ндс|ққс|vat)$/g
const UNTAXED = /^(?:без|без налога|нет|не облагается|ққс-?сыз|no|without|none)$/

/**
 * Returns the VAT rate in hundredths of a percent, or null for an empty cell or a cell that states "without
 * VAT" (docs/domain.md#import-cells). Throws `CellError` for an invalid rate.
 */
export function vatCell(cell: string): number | null {
  const text = cell.trim().toLowerCase().replace(TAX, '').trim()
  if (UNTAXED.test(text)) return null
  const rate = nonNegativeCell(text.replace('%', ''), 2)
  if (rate !== null && rate > 100_00) throw new CellError(remarkText('not_percent'))
  return rate
}
