import { sql } from 'drizzle-orm'
import { insertRows } from '#hub/db/insert-rows.ts'
import { stockBalances, stockMovements } from '#hub/db/tables/stock.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Cost, Quantity } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { type Balance, nextBalance } from './next-balance.ts'

/** One line of a document as the ledger sees it. */
export interface Movement {
  lineId: string
  productId: string
  /** Signed: goods in are positive. */
  quantity: Quantity
  /** Goods in: what they cost; left out, the average. */
  incomingCost?: Cost
  /** The product's own cost, for goods that leave before any were received. */
  fallbackCost: Cost
}

export interface Document {
  type: 'RetailSale'
  id: string
  storeId: string
  moment: Date
}

export interface PostedMovement {
  lineId: string
  productId: string
  unitCost: Cost
  balanceAfter: Quantity
}

/** A place where goods lie: what a balance belongs to. */
export interface StockPlace {
  storeId: string
  productId: string
}

/** The ledger with some balances locked, for as many documents as there are to post, one after the other. */
export interface OpenLedger {
  /** Works out the movements of a document, in whose places the ledger was opened. Nothing is written yet. */
  post(document: Document, movements: readonly Movement[]): PostedMovement[]
  /** Writes the movements of all documents, in their order, and moves the balances along. */
  save(): Promise<void>
}

/**
 * Locks the balances of the places in one order, first those that are yet to be made and then all of them: whoever posts
 * documents that share products never waits for another in a circle.
 */
export async function openLedger(tx: Tx, places: readonly StockPlace[]): Promise<OpenLedger> {
  const balances = await lockBalances(tx, places)
  const rows: (typeof stockMovements.$inferInsert)[] = []
  const lastMoments = new Map<string, Date>()

  return {
    post: (document, movements) =>
      movements.map((movement) => {
        const { lineId, productId } = movement
        const place = keyOf({ storeId: document.storeId, productId })
        const before = must(balances.get(place), 'balance')
        const booked = nextBalance(before, movement.quantity, movement.incomingCost, movement.fallbackCost)
        balances.set(place, booked.after)
        lastMoments.set(place, latest(lastMoments.get(place), document.moment))
        rows.push({
          organizationId: tx.organizationId,
          id: newId(),
          moment: document.moment,
          storeId: document.storeId,
          productId,
          documentType: document.type,
          documentId: document.id,
          lineId,
          quantity: movement.quantity,
          unitCost: booked.unitCost,
          costSum: booked.costSum,
          balanceAfter: booked.after.quantity,
          averageAfter: booked.after.averageCost,
        })
        return { lineId, productId, unitCost: booked.unitCost, balanceAfter: booked.after.quantity }
      }),
    save: async () => {
      await insertRows(tx, stockMovements, rows)
      const moved = [...lastMoments].map(([place, moment]) => ({
        place,
        moment,
        ...must(balances.get(place)),
      }))
      if (moved.length > 0) await saveBalances(tx, moved)
    },
  }
}

const keyOf = ({ storeId, productId }: StockPlace): string => `${storeId} ${productId}`

function latest(a: Date | undefined, b: Date): Date {
  return a && a > b ? a : b
}

async function lockBalances(tx: Tx, places: readonly StockPlace[]): Promise<Map<string, Balance>> {
  const sorted = [...new Set(places.map(keyOf))].sort()
  if (sorted.length === 0) return new Map()
  const [storeIds, productIds] = columnsOf(sorted)
  const wanted = sql`unnest(${storeIds}::uuid[], ${productIds}::uuid[]) AS wanted (store_id, product_id)`
  await tx.execute(sql`
    INSERT INTO stock_balances (organization_id, store_id, product_id, last_movement_at)
    SELECT ${tx.organizationId}::uuid, store_id, product_id, '-infinity'::timestamptz FROM ${wanted}
    WHERE NOT EXISTS (
      SELECT FROM stock_balances AS known
      WHERE known.organization_id = ${tx.organizationId} AND known.store_id = wanted.store_id
        AND known.product_id = wanted.product_id)
    ORDER BY store_id, product_id
    ON CONFLICT DO NOTHING`)
  const { rows } = await tx.execute<{
    store: string
    product: string
    quantity: string
    average: string
  }>(sql`
    SELECT store_id AS store, product_id AS product, quantity, average_cost AS average FROM ${stockBalances}
    WHERE organization_id = ${tx.organizationId} AND (store_id, product_id) IN (SELECT * FROM ${wanted})
    ORDER BY store_id, product_id FOR UPDATE OF stock_balances`)
  return new Map(
    rows.map(({ store, product, quantity, average }) => [
      keyOf({ storeId: store, productId: product }),
      { quantity: Number(quantity) as Quantity, averageCost: Number(average) as Cost },
    ]),
  )
}

type Moved = Balance & { place: string; moment: Date }

async function saveBalances(tx: Tx, moved: readonly Moved[]): Promise<void> {
  const [storeIds, productIds] = columnsOf(moved.map(({ place }) => place))
  await tx.execute(sql`
    UPDATE stock_balances AS balance
    SET quantity = moved.quantity, average_cost = moved.average_cost,
      last_movement_at = greatest(last_movement_at, moved.moment)
    FROM unnest(
      ${storeIds}::uuid[], ${productIds}::uuid[],
      ${sql.param(moved.map(({ quantity }) => quantity))}::bigint[],
      ${sql.param(moved.map(({ averageCost }) => averageCost))}::bigint[],
      ${sql.param(moved.map(({ moment }) => moment.toISOString()))}::timestamptz[]
    ) AS moved (store_id, product_id, quantity, average_cost, moment)
    WHERE balance.organization_id = ${tx.organizationId} AND balance.store_id = moved.store_id
      AND balance.product_id = moved.product_id`)
}

/** The stores and the products of the places, an array each. */
function columnsOf(places: readonly string[]) {
  return [0, 1].map((i) => sql.param(places.map((place) => place.split(' ')[i])))
}
