import { sql } from 'drizzle-orm'
import { among, type Given, statement } from '#hub/db/statement.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Cost, Quantity } from '#shared/money/decimal.ts'
import { Balances } from './balances.ts'
import { placeKey, type StockPlace } from './movement.ts'

type Row = { store: string; product: string; quantity: string; average: string; at: string | null }

/**
 * Locks products, to serialize transactions that create balances and those that look for missing ones. An
 * uncommitted balance is invisible to other transactions, so its row cannot be used for waiting.
 */
export async function holdProducts(tx: Tx, productIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(productIds)].sort()
  if (ids.length > 0) await lockProducts(tx, { ids })
}

const lockProducts = statement(
  'balances.hold-products',
  (given: Given<'ids'>) => sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${given.organizationId}::text || ' stock ' || id, 0))
    FROM unnest(${given.ids}::text[]) AS id`,
)

/** Creates missing balances. */
export async function addBalances(tx: Tx, places: readonly StockPlace[]): Promise<void> {
  if (places.length > 0) await addPlaces(tx, columnsOf(wantedPlaces(places)))
}

const addPlaces = statement(
  'balances.add',
  (given: Places) => sql`
    INSERT INTO stock_balances (organization_id, store_id, product_id, last_movement_at)
    SELECT ${given.organizationId}::uuid, store_id, product_id, '-infinity'::timestamptz FROM ${wanted(given)}
    ORDER BY store_id, product_id
    ON CONFLICT DO NOTHING`,
)

/** Locks the balances of the places, and all balances of the products in `whole`, in a consistent order. */
export async function lockBalances(
  tx: Tx,
  places: readonly StockPlace[],
  whole: ReadonlySet<string>,
): Promise<Balances> {
  if (places.length === 0 && whole.size === 0) return new Balances()
  if (whole.size === 0) return read(await lockPlaces(tx, columnsOf(wantedPlaces(places))))
  for (let known = 0; ; ) {
    const rows = await lockWhole(tx, { ...columnsOf(wantedPlaces(places)), whole: [...whole] })
    // Only a new statement sees balances that were created while the previous one waited for a lock.
    if (rows.length === known) return read(rows)
    known = rows.length
  }
}

/** Returns the current balances without locking them, so they can change right after the read. */
export async function peekBalances(tx: Tx, places: readonly StockPlace[]): Promise<Balances> {
  return places.length === 0 ? new Balances() : read(await lookAtPlaces(tx, columnsOf(wantedPlaces(places))))
}

type Places = Given<'storeIds' | 'productIds'>

const wanted = ({ storeIds, productIds }: Places) =>
  sql`unnest(${storeIds}::uuid[], ${productIds}::uuid[]) AS wanted (store_id, product_id)`

const balancesOf = (given: Places) => sql<Row>`
  SELECT store_id AS store, product_id AS product, quantity, average_cost AS average,
    CASE WHEN isfinite(last_movement_at) THEN last_movement_at END AS at
  FROM stock_balances
  WHERE organization_id = ${given.organizationId}`

const ofPlaces = (given: Places) => sql`(store_id, product_id) IN (SELECT * FROM ${wanted(given)})`

const lookAtPlaces = statement(
  'balances.of-places',
  (given: Places) => sql<Row>`${balancesOf(given)} AND ${ofPlaces(given)}`,
)

const lockPlaces = statement(
  'balances.lock-places',
  (given: Places) => sql<Row>`${balancesOf(given)} AND ${ofPlaces(given)}
    ORDER BY store_id, product_id FOR UPDATE OF stock_balances`,
)

const lockWhole = statement(
  'balances.lock-whole',
  (given: Places & Given<'whole'>) => sql<Row>`${balancesOf(given)} AND (store_id, product_id) IN (
      SELECT * FROM ${wanted(given)}
      UNION SELECT store_id, product_id FROM stock_balances
      WHERE organization_id = ${given.organizationId} AND ${among(sql`product_id`, given.whole)})
    ORDER BY store_id, product_id FOR UPDATE OF stock_balances`,
)

function read(rows: readonly Row[]): Balances {
  return new Balances(
    rows.map(({ store, product, quantity, average, at }) => [
      placeKey({ storeId: store, productId: product }),
      {
        quantity: Number(quantity) as Quantity,
        averageCost: Number(average) as Cost,
        lastMovementAt: at === null ? -Infinity : new Date(at).getTime(),
      },
    ]),
  )
}

/** Returns the distinct place keys in a consistent order. */
const wantedPlaces = (places: readonly StockPlace[]): string[] => [...new Set(places.map(placeKey))].sort()

/** Returns the store ids and the product ids of the places as two arrays. */
function columnsOf(places: readonly string[]) {
  const parts = places.map((place) => place.split(' '))
  return { storeIds: parts.map(([storeId]) => storeId), productIds: parts.map(([, productId]) => productId) }
}

export async function saveBalances(tx: Tx, balances: Balances): Promise<void> {
  if (balances.size === 0) return
  const all = [...balances.values()]
  await save(tx, {
    ...columnsOf([...balances.keys()]),
    quantities: all.map(({ quantity }) => quantity),
    averages: all.map(({ averageCost }) => averageCost),
    moments: all.map(({ lastMovementAt }) => timeOf(lastMovementAt)),
  })
}

const save = statement(
  'balances.save',
  (given: Places & Given<'quantities' | 'averages' | 'moments'>) => sql`
    UPDATE stock_balances AS balance
    SET quantity = moved.quantity, average_cost = moved.average_cost,
      last_movement_at = coalesce(moved.moment, '-infinity')
    FROM unnest(
      ${given.storeIds}::uuid[], ${given.productIds}::uuid[], ${given.quantities}::bigint[],
      ${given.averages}::bigint[], ${given.moments}::timestamptz[]
    ) AS moved (store_id, product_id, quantity, average_cost, moment)
    WHERE balance.organization_id = ${given.organizationId} AND balance.store_id = moved.store_id
      AND balance.product_id = moved.product_id
      AND (balance.quantity, balance.average_cost, balance.last_movement_at)
        IS DISTINCT FROM (moved.quantity, moved.average_cost, coalesce(moved.moment, '-infinity'))`,
)

const timeOf = (moment: number): string | null =>
  moment === -Infinity ? null : new Date(moment).toISOString()
