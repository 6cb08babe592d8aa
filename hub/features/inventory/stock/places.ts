import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { Cost, Quantity } from '#shared/money/decimal.ts'

/** Stock of a product in a store. */
export interface StockPlace {
  storeId: string
  productId: string
  quantity: Quantity
  averageCost: Cost
  /** Time of the last movement, or null when the product has never moved there. */
  lastMovementAt: Date | null
}

/** Columns of a relation named `stock`, as read by `readPlaces`. */
export const PLACE_COLUMNS = sql`
  stock.store_id, stock.product_id, stock.quantity, stock.average_cost, stock.last_movement_at`

type Row = Record<'store_id' | 'product_id' | 'quantity' | 'average_cost' | 'last_movement_at', string>

const NEVER = '-infinity'

export async function readPlaces(tx: Tx, statement: SQL): Promise<StockPlace[]> {
  const { rows } = await tx.execute<Row>(statement)
  return rows.map((row) => ({
    storeId: row.store_id,
    productId: row.product_id,
    quantity: Number(row.quantity) as Quantity,
    averageCost: Number(row.average_cost) as Cost,
    lastMovementAt: row.last_movement_at === NEVER ? null : new Date(row.last_movement_at),
  }))
}
