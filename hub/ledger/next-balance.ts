import { type Cost, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'
import type { BookedMovement } from './movement.ts'

/** What one product in one store comes to after its last movement. */
export interface Balance {
  quantity: Quantity
  averageCost: Cost
}

/**
 * One step of the moving weighted average (docs/domain.md#moving-average). `quantity` is signed: goods out leave at
 * the average and do not change it; goods in, at `incomingCost`, pull it. Before anything was ever received the
 * average is 0 and goods leave at `fallbackCost`, the product's own. Throws RangeError past the exact range.
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

/** What a piece costs before a movement: the average, or the product's own cost while there is none. */
export const knownCost = ({ averageCost }: Balance, fallbackCost: Cost): Cost => averageCost || fallbackCost

/** quantity × unit cost, rounded half away from zero to a ten-thousandth. */
export function costOf(quantity: Quantity, unitCost: Cost): Cost {
  return multiplyDivide(quantity, unitCost, 1000) as Cost
}

function averageAfterIncoming(before: Balance, quantity: Quantity, unitCost: Cost, after: Quantity): Cost {
  // Goods sold before they came in already have a cost: the goods that come in now reset the average.
  if (before.quantity <= 0) return after > 0 || before.averageCost === 0 ? unitCost : before.averageCost
  const value = BigInt(before.quantity) * BigInt(before.averageCost) + BigInt(quantity) * BigInt(unitCost)
  return Number((2n * value + BigInt(after)) / (2n * BigInt(after))) as Cost
}
