import type { CostRule } from '#hub/db/tables/stock.ts'
import type { Movement } from '#hub/ledger/movement.ts'
import { type Cost, multiplyDivide, type Quantity } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import type { FullDocument, LineRow } from './kind.ts'

/** Returns the movement of a line's goods into the store. The cost defaults to the average. */
export function goodsIn(
  document: FullDocument,
  line: LineRow,
  cost: CostRule = { kind: 'Average' },
  storeId = document.header.storeId,
): Movement {
  return { ...placeOf(document, line, storeId), quantity: line.quantity, cost }
}

/** Returns the movement of a line's goods out of the store, at average cost. */
export function goodsOut(document: FullDocument, line: LineRow): Movement {
  const quantity = -line.quantity as Quantity
  return { ...placeOf(document, line, document.header.storeId), quantity, cost: { kind: 'Average' } }
}

/** Returns the movement for a counted line. */
export function goodsCounted(document: FullDocument, line: LineRow): Movement {
  const cost: CostRule = { kind: 'Count', counted: line.quantity }
  return { ...placeOf(document, line, document.header.storeId), quantity: 0 as Quantity, cost }
}

export const given = (cost: Cost): CostRule => ({ kind: 'Given', cost })

/** Returns the overhead cost of one piece of a line. */
export function addedCost({ overheadShare, quantity }: LineRow): Cost {
  // Hundredths divided by thousandths give ten-thousandths, hence the factor.
  return quantity === 0 ? (0 as Cost) : (multiplyDivide(overheadShare, 100_000, quantity) as Cost)
}

function placeOf({ products }: FullDocument, { lineNo, productId }: LineRow, storeId: string | null) {
  return {
    lineNo,
    productId,
    storeId: must(storeId, 'store'),
    fallbackCost: must(products.get(productId)).cost,
  }
}
