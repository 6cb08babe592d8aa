import { isBarcodeValid } from '#shared/contracts/catalog/barcode.ts'
import type { ProductCreate } from '#shared/contracts/catalog/products.ts'
import { CellError } from './number-cell.ts'
import { said } from './remarks.ts'

export type Barcode = ProductCreate['barcodes'][number]
export type BarcodeType = Barcode['type']

const SCIENTIFIC = /^\d+([.,]\d+)?e\+?\d+$/i
const MAX_LENGTH = 255

/**
 * Several barcodes may stand in one cell; zeros at their front count. What a spreadsheet has turned into a power of ten
 * cannot be read any more: throws CellError (docs/domain.md#import-cells).
 */
export function barcodeValues(cell: string): string[] {
  // A power of ten with a comma is one value: it must be seen before the cell is cut at commas.
  const whole = cell.trim()
  if (SCIENTIFIC.test(whole)) throw lost(whole)
  const values = cell.split(/[,;|\s]+/).filter((value) => value !== '')
  for (const value of values) {
    if (SCIENTIFIC.test(value)) throw lost(value)
    if (value.length > MAX_LENGTH) throw new CellError(said('too_long', { most: MAX_LENGTH }))
    if (!isBarcodeValid(value, 'Code128')) throw new CellError(said('control_characters'))
  }
  return [...new Set(values)]
}

const lost = (barcode: string): CellError => new CellError(said('barcode_lost', { barcode }))

const BY_LENGTH: Partial<Record<number, BarcodeType>> = { 13: 'Ean13', 8: 'Ean8', 12: 'UpcA', 14: 'Gtin' }

/** The type that length and check digit tell; `isOdd`: it looks like one of those and its check digit is wrong. */
export function typedBarcode(value: string): Barcode & { isOdd: boolean } {
  const type = /^\d+$/.test(value) ? BY_LENGTH[value.length] : undefined
  if (type && isBarcodeValid(value, type)) return { value, type, isOdd: false }
  return { value, type: 'Code128', isOdd: type !== undefined }
}
