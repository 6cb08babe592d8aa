import type { Cost, Quantity } from '#shared/money/decimal.ts'
import type { Balance } from './next-balance.ts'

/**
 * Where a movement's cost comes from (docs/domain.md#cost-of-a-movement). The rule stays with the movement, so that
 * it can be recalculated whenever something is posted behind it.
 */
export type CostRule =
  /** The average of the store; before anything was received there, the fallback. `added`: overhead of goods in, each. */
  | { kind: 'Average'; added?: Cost }
  /** Goods in at a price of their own. */
  | { kind: 'Given'; cost: Cost }
  /** Goods in at what they cost when they left with another line, and what bringing them in has cost each. */
  | { kind: 'Source'; documentId: string; lineNo: number; added: Cost }
  /** A count: brings the balance to the counted quantity, whatever it is by then. */
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

/** A movement as a document orders it. */
export interface Movement {
  lineNo: number
  storeId: string
  productId: string
  /** Signed: goods in are positive. Of a count 0: what it moves depends on what is there. */
  quantity: Quantity
  cost: CostRule
  /** The product's own cost, for goods that leave before any were received. */
  fallbackCost: Cost
}

/** What a movement came to. */
export interface BookedMovement {
  quantity: Quantity
  unitCost: Cost
  /** Signed, in ten-thousandths of the major unit. */
  costSum: Cost
  after: Balance
}

/** A place where goods lie: what a balance belongs to. */
export interface StockPlace {
  storeId: string
  productId: string
}

export const placeKey = ({ storeId, productId }: StockPlace): string => `${storeId} ${productId}`
/** Two movements of one line, as a transfer has them, are in two stores. */
export const movementKey = (
  documentId: string,
  { lineNo, storeId }: Pick<Movement, 'lineNo' | 'storeId'>,
): string => `${documentId} ${lineNo} ${storeId}`
