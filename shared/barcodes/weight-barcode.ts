import { gs1CheckDigit } from '#shared/domain/barcode.ts'
import { DEFAULT_WEIGHT_MASKS, type WeightMask } from '#shared/domain/weight-masks.ts'
import { type Amount, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import { Problem } from '#shared/problems/problem.ts'

/** Returns the spellings of a weight code with and without leading zeros, any of which a catalog can contain. */
export function weightCodeSpellings(code: string | number): string[] {
  return [1, 2, 3, 4, 5].map((digits) => String(code).padStart(digits, '0'))
}

/** Data on a label: the weight code, with the quantity of the product, the price of the piece, or both. */
export interface WeightBarcode {
  weightCode: string
  quantity?: Quantity
  sum?: Amount
}

/**
 * Reads a label using the first matching mask. Returns undefined when none matches, the check digit is wrong,
 * or the value is 0. The weight code has no leading zeros. Throws `label_verifier_wrong` when the verifier
 * does not match the value.
 */
export function parseWeightBarcode(
  barcode: string,
  masks: readonly WeightMask[] = DEFAULT_WEIGHT_MASKS,
): WeightBarcode | undefined {
  const mask = masks.find(
    ({ prefix, itemDigits, valueDigits, verifier }) =>
      barcode.startsWith(prefix) &&
      barcode.length === prefix.length + itemDigits + (verifier ? 1 : 0) + valueDigits + 1,
  )
  if (!mask || !/^\d+$/.test(barcode)) return undefined
  if (gs1CheckDigit(barcode.slice(0, -1)) !== Number(barcode.at(-1))) return undefined
  const from = mask.prefix.length
  const weightCode = String(Number(barcode.slice(from, from + mask.itemDigits)))
  const digits = barcode.slice(from + mask.itemDigits + (mask.verifier ? 1 : 0), -1)
  const value = Number(digits)
  if (value === 0) return undefined
  if (mask.verifier && verifierOf(digits) !== Number(barcode[from + mask.itemDigits])) {
    throw new Problem('label_verifier_wrong', {
      detail: `The label ${barcode} was misread: the verifier digit of its price is wrong`,
    })
  }
  return mask.kind === 'Price'
    ? { weightCode, sum: multiplyDivide(value, 100, mask.divisor) as Amount }
    : { weightCode, quantity: multiplyDivide(value, 1000, mask.divisor) as Quantity }
}

/**
 * Weighted digits: twice the digit minus the tens, three times the digit, five times the digit plus the tens,
 * and five times the digit minus the tens (GS1 General Specifications, section 7.9).
 */
const WEIGHTED = {
  '2-': [0, 2, 4, 6, 8, 9, 1, 3, 5, 7],
  '3': [0, 3, 6, 9, 2, 5, 8, 1, 4, 7],
  '5+': [0, 5, 1, 6, 2, 7, 3, 8, 4, 9],
  '5-': [0, 5, 9, 4, 8, 3, 7, 2, 6, 1],
} as const

/** Returns the verifier digit for a price of 4 or 5 digits (GS1 General Specifications, sections 7.9.2 and 7.9.3). */
function verifierOf(digits: string): number {
  const weights =
    digits.length === 4 ? (['2-', '2-', '3', '5-'] as const) : (['5+', '2-', '5-', '5+', '2-'] as const)
  const sum = weights.reduce((total, weight, at) => total + (WEIGHTED[weight][Number(digits[at])] ?? 0), 0)
  if (digits.length === 4) return (sum * 3) % 10
  return WEIGHTED['5-'].findIndex((weighted) => weighted === (10 - (sum % 10)) % 10)
}

/**
 * Returns the quantity of a label at the given unit price. Returns undefined for a label with only a sum when
 * the unit price is 0 or the sum is too small for any quantity.
 */
export function quantityOf(label: WeightBarcode, unitPrice: Amount): Quantity | undefined {
  return lineOfLabel(label, unitPrice)?.quantity
}

/**
 * Maximum number of steps of 0.001 by which the quantity can differ from that of the scale to match the sum
 * on the label.
 */
const STEPS = 50

/**
 * Returns the quantity and the price for a line of a label. If the label has both quantity and sum, the price
 * follows from them. A label with only a sum is sold for exactly that sum (docs/domain.md#weight-barcodes).
 * If no quantity matches it at the unit price, the price is adjusted by less than the cost of a few steps of
 * quantity. Above 4.9 kg the sum can differ by the cost of one step. Returns undefined for a label with only
 * a sum when the unit price is 0 or the sum is too small for any quantity.
 */
export function lineOfLabel(
  label: WeightBarcode,
  unitPrice: Amount,
): { quantity: Quantity; price: Amount } | undefined {
  const { quantity: facts, sum } = label
  if (facts !== undefined) {
    const price = sum === undefined ? unitPrice : (multiplyDivide(sum, 1000, facts) as Amount)
    return { quantity: facts, price }
  }
  if (sum === undefined || unitPrice <= 0) return undefined
  const nearest = multiplyDivide(sum, 1000, unitPrice) as Quantity
  if (nearest <= 0) return undefined
  if (lineSum(nearest, unitPrice) === sum) return { quantity: nearest, price: unitPrice }
  for (let step = 0; step <= STEPS; step++) {
    for (const quantity of [nearest + step, nearest - step] as Quantity[]) {
      if (quantity <= 0) continue
      const price = multiplyDivide(sum, 1000, quantity) as Amount
      if (lineSum(quantity, price) === sum) return { quantity, price }
    }
  }
  return { quantity: nearest, price: unitPrice }
}

/** True when `lineOfLabel` can return `price` for the given unit price. */
export const isPriceOfLabel = (price: Amount, unitPrice: Amount, quantity: Quantity): boolean =>
  Math.abs(price - unitPrice) * quantity <= unitPrice * (STEPS + 1)
