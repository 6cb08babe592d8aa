import type { Cost, Quantity } from '#shared/money/decimal.ts'
import type { Balance } from './next-balance.ts'

/**
 * Rule for the cost of a movement (docs/domain.md#cost-of-a-movement). Stored with the movement, so that its
 * cost can be recalculated when an earlier movement is posted.
 */
export type CostRule =
  /**
   * Average cost of the store, or the fallback cost before any receipt. `added` is the overhead per unit of
   * incoming goods.
   */
  | { kind: 'Average'; added?: Cost }
  /** Incoming goods at a given price. */
  | { kind: 'Given'; cost: Cost }
  /** Incoming goods at the cost with which they left on another line, plus the transport cost per unit. */
  | { kind: 'Source'; documentId: string; lineNo: number; added: Cost }
  /** Stock count, which sets the balance to the counted quantity. */
  | { kind: 'Count'; counted: Quantity }

export type DocumentType =
  | 'RetailSale'
  | 'Demand'
  | 'Supply'
  | 'SupplierReturn'
  | 'Enter'
  | 'Loss'
  | 'Transfer'
  | 'Inventory'

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
