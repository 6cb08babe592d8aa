import type { Cost, Quantity } from '#shared/money/decimal.ts'

/**
 * Source of the cost of a movement (docs/domain.md#cost-of-a-movement). The rule is stored with the movement,
 * so that it can be recalculated when something is posted before it.
 */
export type CostRule =
  /** Average of the store, or the fallback before any receipt there. `added`: overhead per unit of incoming goods. */
  | { kind: 'Average'; added?: Cost }
  /** Incoming goods at their own price. */
  | { kind: 'Given'; cost: Cost }
  /** Incoming goods at the cost they left with on another line, plus the transport cost per unit. */
  | { kind: 'Source'; documentId: string; lineNo: number; added: Cost }
  /** Count: sets the balance to the counted quantity, whatever it is at that moment. */
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

/** Movement as ordered by a document. */
export interface Movement {
  lineNo: number
  storeId: string
  productId: string
  /** Signed quantity: incoming goods are positive. 0 for a count, whose quantity depends on the stock. */
  quantity: Quantity
  cost: CostRule
  /** Cost of the product itself, for goods that leave before any receipt. */
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

/** Place of goods that a balance belongs to: a product in a store. */
export interface StockPlace {
  storeId: string
  productId: string
}

export const placeKey = ({ storeId, productId }: StockPlace): string => `${storeId} ${productId}`
/** Returns the key of a movement. The two movements of a transfer line differ by their stores. */
export const movementKey = (
  documentId: string,
  { lineNo, storeId }: Pick<Movement, 'lineNo' | 'storeId'>,
): string => `${documentId} ${lineNo} ${storeId}`
