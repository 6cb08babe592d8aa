import type { CostRule } from '#hub/db/tables/stock.ts'
import type { Movement } from '#hub/ledger/movement.ts'
import type { Cost, Quantity } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'

interface Sold {
  isReturn: boolean
  originalSaleId?: string | null | undefined
  storeId: string
  lines: readonly {
    lineNo: number
    productId: string
    quantity: Quantity
    originalLineNo?: number | null | undefined
  }[]
}

/**
 * Returns the stock movements of a sale. Returned goods come back at the cost at which they left, if known
 * (docs/domain.md#cost-of-a-movement). Services have no stock.
 */
export function saleMovements(
  { isReturn, originalSaleId, storeId, lines }: Sold,
  products: ReadonlyMap<string, { kind: string; cost: Cost }>,
): Movement[] {
  return lines.flatMap(({ lineNo, productId, quantity, originalLineNo }) => {
    const { kind, cost: fallbackCost } = must(products.get(productId), 'product')
    if (kind === 'Service') return []
    const cost: CostRule =
      isReturn && originalSaleId
        ? { kind: 'Source', documentId: originalSaleId, lineNo: originalLineNo ?? 0, added: 0 as Cost }
        : { kind: 'Average' }
    const signed = (isReturn ? quantity : -quantity) as Quantity
    return [{ lineNo, storeId, productId, quantity: signed, cost, fallbackCost }]
  })
}
