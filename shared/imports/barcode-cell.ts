import { type BarcodeType, barcodeTypeOf, gs1CheckDigit, isBarcodeValid } from '#shared/domain/barcode.ts'
import { type CodeText, codeText, refuseLostCode } from './code-cell.ts'
import { CellError } from './number-cell.ts'
import { remarkText } from './remarks.ts'

export interface Barcode {
  value: string
  type: BarcodeType
}

const SCIENTIFIC = /^\d+([.,]\d+)?e\+?\d+$/i
const MAX_LENGTH = 255

/** Integer written with a zero fraction, as some programs do. A shorter one could be two codes. */
const FRACTION_OF_NOTHING = /^(\d{6,})[.,]0+$/

/**
 * Returns the barcodes of a cell, which can hold several, without duplicates. Leading zeros are kept. Throws
 * `CellError` for a barcode that a program converted to a number and damaged (docs/domain.md#lost-cells),
 * that is too long or that contains control characters. `isText` means that the cell was stored as text.
 */
export function barcodeValues({ text, isText }: CodeText): string[] {
  // A number with a decimal comma must be recognized before the cell is split at commas.
  const whole = text.trim()
  if (!isText && SCIENTIFIC.test(whole)) throw lost(whole)
  const parts = FRACTION_OF_NOTHING.test(whole)
    ? [whole]
    : text.split(/[,;|\s]+/).filter((value) => value !== '')
  // No program converts a cell with several codes to a number.
  const isWhole = isText || parts.length > 1
  const values: string[] = []
  for (const part of parts) {
    const code = codeText(part)
    const value = withoutFraction(code.text)
    if (!isText && !code.isText && SCIENTIFIC.test(value)) throw lost(value)
    refuseLostCode({ text: value, isText: isWhole || code.isText })
    if (!isWhole && !code.isText) refuseLostZeros(value)
    values.push(value)
    if (value.length > MAX_LENGTH) throw new CellError(remarkText('too_long', { most: MAX_LENGTH }))
    if (!isBarcodeValid(value, 'Code128')) throw new CellError(remarkText('control_characters'))
  }
  return [...new Set(values)]
}

/**
 * Removes the zero fraction from a valid GTIN. Other barcodes are returned unchanged, because they could have
 * lost leading zeros.
 */
function withoutFraction(value: string): string {
  const whole = FRACTION_OF_NOTHING.exec(value)?.[1]
  return whole && isBarcodeValid(whole, 'Gtin') ? whole : value
}

/**
 * True for 9 to 11 digits with a correct check digit: probably a UPC-A or EAN-13 barcode without its leading
 * zeros.
 */
export const mayLackZeros = (value: string): boolean =>
  /^[1-9]\d{8,10}$/.test(value) && gs1CheckDigit(value.slice(0, -1)) === Number(value.at(-1))

function refuseLostZeros(value: string): void {
  if (!mayLackZeros(value)) return
  throw new CellError(remarkText('zeros_lost', { barcode: value, whole: value.padStart(12, '0') }))
}

const lost = (barcode: string): CellError => new CellError(remarkText('barcode_lost', { barcode }))

/**
 * Adds the type of a barcode, derived from its length and check digit. `isOdd` is true when it has as many
 * digits as a GS1 code but a wrong check digit.
 */
export function typedBarcode(value: string): Barcode & { isOdd: boolean } {
  const type = barcodeTypeOf(value)
  return { value, type, isOdd: type === 'Code128' && /^(?:\d{8}|\d{12,14})$/.test(value) }
}
