import { gs1CheckDigit } from '#shared/contracts/catalog/barcode.ts'
import { type Amount, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import { DEFAULT_WEIGHT_MASKS, type WeightMask } from './weight-masks.ts'

/** A weight code with and without leading zeros, as catalogs have it. */
export function weightCodeSpellings(code: string | number): string[] {
  return [1, 2, 3, 4, 5].map((digits) => String(code).padStart(digits, '0'))
}

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

/** The quantity a label stands for at that price of the unit; undefined when it says a sum that no quantity comes to. */
export function quantityOf(label: WeightBarcode, unitPrice: Amount): Quantity | undefined {
  return lineOfLabel(label, unitPrice)?.quantity
}

/** How far the quantity may go from that of the scale, in its steps of 0.001, to meet the sum of the label. */
const STEPS = 50

/**
 * Quantity and price of the line that a label stands for. A label with a sum is sold for just that sum
 * (docs/domain.md#weight-barcodes): where no quantity meets it at the price of the unit, the price gives way by less than
 * what a few steps of quantity cost. Above 4.9 kg the sum may differ by what one step costs. undefined: the label says a
 * sum, and the unit has no price or the sum buys nothing.
 */
export function lineOfLabel(
  label: WeightBarcode,
  unitPrice: Amount,
): { quantity: Quantity; price: Amount } | undefined {
  if ('quantity' in label) return { quantity: label.quantity, price: unitPrice }
  const { sum } = label
  if (unitPrice <= 0) return undefined
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

/** Whether a price may be that of `lineOfLabel` for a unit that costs `unitPrice`. */
export const isPriceOfLabel = (price: Amount, unitPrice: Amount, quantity: Quantity): boolean =>
  Math.abs(price - unitPrice) * quantity <= unitPrice * (STEPS + 1)
