import type { CartLine } from '#shared/contracts/till/till.ts'
import { type Quantity, quantity, quantityToNumber } from '#shared/money/decimal.ts'

/** Returns the quantity plus or minus one, or null when it would be zero or less, or more than can be returned. */
export function steppedQuantity(line: CartLine, by: 1 | -1): number | null {
  const stepped = quantity(line.quantity) + by * quantity(1)
  if (stepped <= 0) return null
  if (line.returnable !== null && stepped > quantity(line.returnable)) return null
  return quantityToNumber(stepped as Quantity)
}

export const quantityPlaces = (line: { isFractional: boolean }): number => (line.isFractional ? 3 : 0)
