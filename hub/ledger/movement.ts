import type { CostRule } from '#hub/db/tables/stock.ts'
import type { Cost, Quantity } from '#shared/money/decimal.ts'

/** Movement requested by a document. */
export interface Movement {
  lineNo: number
  storeId: string
  productId: string
  /** Signed quantity, positive for incoming goods. 0 for a count, whose quantity depends on the stock. */
  quantity: Quantity
  cost: CostRule
  /** Cost from the product record, for goods that leave before any receipt. */
  fallbackCost: Cost
}

/** Balance of one product in one store after its last movement. */
export interface Balance {
  quantity: Quantity
  averageCost: Cost
}

/** Result of a movement. */
export interface BookedMovement {
  quantity: Quantity
  unitCost: Cost
  /** Signed cost, in ten-thousandths of the major unit. */
  costSum: Cost
  after: Balance
}

/** Place that a balance belongs to: a product in a store. */
export interface StockPlace {
  storeId: string
  productId: string
}

export const placeKey = ({ storeId, productId }: StockPlace): string => `${storeId} ${productId}`
/** Returns the key of a movement. The two movements of a transfer line differ in their stores. */
export const movementKey = (
  documentId: string,
  { lineNo, storeId }: Pick<Movement, 'lineNo' | 'storeId'>,
): string => `${documentId} ${lineNo} ${storeId}`
