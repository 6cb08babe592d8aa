import { barcodeTypeOf, gs1CheckDigit, isBarcodeValid } from '#shared/contracts/catalog/barcode.ts'
import type { ProductCreate } from '#shared/contracts/catalog/products.ts'
import { type CodeText, codeText, refuseLostCode } from './code-cell.ts'
import { CellError } from './number-cell.ts'
import { said } from './remarks.ts'

export type Barcode = ProductCreate['barcodes'][number]
export type BarcodeType = Barcode['type']

const SCIENTIFIC = /^\d+([.,]\d+)?e\+?\d+$/i
const MAX_LENGTH = 255

/** The form in which some programs write whole numbers; shorter ones could be two codes. */
const FRACTION_OF_NOTHING = /^(\d{6,})[.,]0+$/

/**
 * Several barcodes may stand in one cell; zeros at their front count. What a program has taken for a number and lost a part
 * of cannot be read any more: throws CellError (docs/domain.md#lost-cells). `isText`: it was kept as a text.
 */
export function barcodeValues({ text, isText }: CodeText): string[] {
  // A number with a comma is one value: it must be seen before the cell is cut at commas.
  const whole = text.trim()
  if (!isText && SCIENTIFIC.test(whole)) throw lost(whole)
  const parts = FRACTION_OF_NOTHING.test(whole)
    ? [whole]
    : text.split(/[,;|\s]+/).filter((value) => value !== '')
  // No program takes several for a number.
  const isWhole = isText || parts.length > 1
  const values: string[] = []
  for (const part of parts) {
    const code = codeText(part, isText ? 'text' : undefined)
    const value = withoutFraction(code.text)
    if (!code.isText && SCIENTIFIC.test(value)) throw lost(value)
    refuseLostCode({ text: value, isText: isWhole || code.isText })
    if (!isWhole && !code.isText) refuseLostZeros(value)
    values.push(value)
    if (value.length > MAX_LENGTH) throw new CellError(said('too_long', { most: MAX_LENGTH }))
    if (!isBarcodeValid(value, 'Code128')) throw new CellError(said('control_characters'))
  }
  return [...new Set(values)]
}

/** A barcode of the trade is whole without the fraction; whether another one had zeros at its front, nobody knows. */
function withoutFraction(value: string): string {
  const whole = FRACTION_OF_NOTHING.exec(value)?.[1]
  return whole && isBarcodeValid(whole, 'Gtin') ? whole : value
}

/** Tells whether it looks like a UPC-A or EAN-13 without the zeros at its front: the check digit is the same. */
export const mayLackZeros = (value: string): boolean =>
  /^[1-9]\d{8,10}$/.test(value) && gs1CheckDigit(value.slice(0, -1)) === Number(value.at(-1))

function refuseLostZeros(value: string): void {
  if (!mayLackZeros(value)) return
  throw new CellError(said('zeros_lost', { barcode: value, whole: value.padStart(12, '0') }))
}

const lost = (barcode: string): CellError => new CellError(said('barcode_lost', { barcode }))

/** Adds the type that length and check digit tell; `isOdd`: it looks like a GS1 code and its check digit is wrong. */
export function typedBarcode(value: string): Barcode & { isOdd: boolean } {
  const type = barcodeTypeOf(value)
  return { value, type, isOdd: type === 'Code128' && /^(?:\d{8}|\d{12,14})$/.test(value) }
}
