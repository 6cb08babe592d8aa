import { type Cost, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'
import type { Balance, BookedMovement } from './movement.ts'

/**
 * Returns the next step of the moving weighted average (docs/domain.md#moving-average). `quantity` is signed.
 * Outgoing goods leave at the average and do not change it. Incoming goods change it with `incomingCost`.
 * Before any receipt the average is 0, and goods leave at `fallbackCost`, the cost from the product record.
 * Throws `RangeError` when a value exceeds the exact range.
 */
export function nextBalance(
  before: Balance,
  quantity: Quantity,
  incomingCost: Cost | undefined,
  fallbackCost: Cost,
): Omit<BookedMovement, 'quantity'> {
  const known = knownCost(before, fallbackCost)
  const unitCost = quantity < 0 ? known : (incomingCost ?? known)
  const after = (before.quantity + quantity) as Quantity
  if (!Number.isSafeInteger(after)) throw new RangeError('the quantity in stock is too large to be exact')
  return {
    unitCost,
    costSum: costOf(quantity, unitCost),
    after: {
      quantity: after,
      averageCost:
        quantity < 0 ? before.averageCost : averageAfterIncoming(before, quantity, unitCost, after),
    },
  }
}

/** Returns the unit cost before a movement: the average, or the fallback cost while there is no average. */
export const knownCost = ({ averageCost }: Balance, fallbackCost: Cost): Cost => averageCost || fallbackCost

/** Returns quantity × unit cost, rounded half away from zero to a ten-thousandth. */
export function costOf(quantity: Quantity, unitCost: Cost): Cost {
  return multiplyDivide(quantity, unitCost, 1000) as Cost
}

function averageAfterIncoming(before: Balance, quantity: Quantity, unitCost: Cost, after: Quantity): Cost {
  // Goods sold before their receipt already have a cost, so the incoming goods reset the average.
  if (before.quantity <= 0) return after > 0 || before.averageCost === 0 ? unitCost : before.averageCost
  const value = BigInt(before.quantity) * BigInt(before.averageCost) + BigInt(quantity) * BigInt(unitCost)
  return Number((2n * value + BigInt(after)) / (2n * BigInt(after))) as Cost
}
