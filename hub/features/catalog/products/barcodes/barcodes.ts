import { isBarcodeValid } from '#shared/domain/barcode.ts'
import { invalidField } from '#shared/problems/problem.ts'
import type { Barcode } from '../details.ts'

/**
 * Checks length and check digit of barcodes that the product did not have before. Existing ones are accepted
 * even if invalid, because they are printed on the product. Throws `invalid_request` naming the barcode.
 */
export function checkNewBarcodes(barcodes: readonly Barcode[], had: readonly Barcode[] = []): void {
  const old = new Set(had.map(keyOf))
  for (const [index, barcode] of barcodes.entries()) {
    if (old.has(keyOf(barcode)) || isBarcodeValid(barcode.value, barcode.type)) continue
    throw invalidField(
      ['barcodes', index, 'value'],
      `is not a valid code of type ${barcode.type}: check its length and check digit`,
    )
  }
}

const keyOf = ({ type, value }: Barcode): string => `${type} ${value}`
