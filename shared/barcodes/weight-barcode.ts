import { gs1CheckDigit } from '#shared/contracts/catalog/barcode.ts'
import { type Amount, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'

/**
 * How the labels of a scale are laid out: prefix, number of the product, value, check digit
 * (docs/domain.md#weight-barcodes). `divisor` is what the value is divided by to give units (Weight, Pieces) or major
 * units of money (Price).
 */
export interface WeightMask {
  prefix: string
  itemDigits: number
  valueDigits: number
  kind: 'Weight' | 'Price' | 'Pieces'
  divisor: number
}

export const DEFAULT_WEIGHT_MASKS: readonly WeightMask[] = [
  { prefix: '21', itemDigits: 5, valueDigits: 5, kind: 'Weight', divisor: 1000 },
]

/** What a label says: how much of the product, or what the piece costs. */
export type WeightBarcode = { weightCode: string } & ({ quantity: Quantity } | { sum: Amount })

/**
 * What the label says by the first mask that fits; undefined when none does, the check digit is wrong, or there is
 * nothing on it. The weight code is without leading zeros.
 */
export function parseWeightBarcode(
  barcode: string,
  masks: readonly WeightMask[] = DEFAULT_WEIGHT_MASKS,
): WeightBarcode | undefined {
  const mask = masks.find(
    ({ prefix, itemDigits, valueDigits }) =>
      barcode.startsWith(prefix) && barcode.length === prefix.length + itemDigits + valueDigits + 1,
  )
  if (!mask || !/^\d+$/.test(barcode)) return undefined
  if (gs1CheckDigit(barcode.slice(0, -1)) !== Number(barcode.at(-1))) return undefined
  const from = mask.prefix.length
  const weightCode = String(Number(barcode.slice(from, from + mask.itemDigits)))
  const value = Number(barcode.slice(from + mask.itemDigits, -1))
  if (value === 0) return undefined
  return mask.kind === 'Price'
    ? { weightCode, sum: multiplyDivide(value, 100, mask.divisor) as Amount }
    : { weightCode, quantity: multiplyDivide(value, 1000, mask.divisor) as Quantity }
}

/** The quantity a label stands for at that price of the unit; undefined when it says a sum and there is no price. */
export function quantityOf(label: WeightBarcode, unitPrice: Amount): Quantity | undefined {
  if ('quantity' in label) return label.quantity
  return unitPrice > 0 ? (multiplyDivide(label.sum, 1000, unitPrice) as Quantity) : undefined
}
