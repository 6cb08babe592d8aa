import { sql } from 'drizzle-orm'
import { streamRows } from '#hub/db/stream-rows.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Quantity } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import type { StockPlace } from './movement.ts'
import type { NewRow } from './product-history.ts'
import { timeText } from './time-text.ts'

/** A place whose stock falls below 0 at some time, and lower than before the change. */
export interface Shortage extends StockPlace {
  /** Time of the lowest stock, in ms. */
  moment: number
  /** Quantity that the change removes from the stock at that time. */
  requested: Quantity
  /** Stock at that time without the change, at least 0. */
  available: Quantity
}

export interface Change {
  productId: string
  /** Time in ms from which stock can change. */
  from: number
  /** Stock of each store at that time. */
  before: ReadonlyMap<string, { quantity: Quantity }>
  /** Documents whose movements are to be removed. */
  removing: readonly string[]
  posted: readonly NewRow[]
}

type Row = { document: string; store: string; moment: Date; quantity: string; counted: string | null }

/**
 * Returns the places where a change makes stock fall below 0 at the time of the change or later. Uses only
 * movements, because stored balances can be stale. Call it before the change is written.
 */
export async function laterShortages(tx: Tx, change: Change): Promise<Shortage[]> {
  const { productId, from, removing } = change
  if (removing.length === 0 && change.posted.every(bringsIn)) return []
  const stores = new Stores(change)
  const posted = change.posted.toSorted((a, b) => a.moment - b.moment)
  for await (const row of streamRows<Row>(
    tx,
    sql`
      SELECT m.document_id AS document, m.store_id AS store, m.moment, m.quantity, m.counted_quantity AS counted
      FROM stock_movements AS m
      WHERE m.organization_id = ${tx.organizationId} AND m.product_id = ${productId}
        AND m.moment >= ${timeText(from)}::timestamptz
      ORDER BY m.moment, m.seq`,
  )) {
    const moment = new Date(row.moment).getTime()
    while (posted[0] && posted[0].moment < moment) stores.post(must(posted.shift()))
    stores.pass(row, removing.includes(row.document))
  }
  for (const row of posted) stores.post(row)
  return stores.shortages(productId)
}

const bringsIn = ({ movement: { cost, quantity } }: NewRow): boolean => cost.kind !== 'Count' && quantity >= 0

/** Stock at a time in ms, without and with the change. */
export interface Lowest {
  moment: number
  before: number
  after: number
}

export const shortageOf = (
  { storeId, productId }: StockPlace,
  { moment, before, after }: Lowest,
): Shortage => ({
  storeId,
  productId,
  moment,
  requested: (before - after) as Quantity,
  available: Math.max(0, before) as Quantity,
})

interface Running {
  /** Stock without and with the change. */
  stored: number
  now: number
  /** Lowest stock caused by the change itself, or null when it does not fall below 0. */
  lowest: Lowest | null
}

class Stores {
  readonly #stores = new Map<string, Running>()
  readonly #before: Change['before']

  constructor({ before }: Pick<Change, 'before'>) {
    this.#before = before
  }

  #at(storeId: string): Running {
    const known = this.#stores.get(storeId)
    if (known) return known
    const quantity = this.#before.get(storeId)?.quantity ?? 0
    const running: Running = { stored: quantity, now: quantity, lowest: null }
    this.#stores.set(storeId, running)
    return running
  }

  pass({ store, quantity, counted, moment }: Row, isRemoved: boolean): void {
    const running = this.#at(store)
    const after = (before: number) => (counted === null ? before + Number(quantity) : Number(counted))
    running.stored = after(running.stored)
    if (!isRemoved) running.now = after(running.now)
    if (running.now < running.stored) note(running, new Date(moment).getTime())
  }

  post({ movement: { storeId, cost, quantity }, moment }: NewRow): void {
    const running = this.#at(storeId)
    const moved = cost.kind === 'Count' ? cost.counted - running.now : quantity
    running.now += moved
    if (moved < 0) note(running, moment)
  }

  shortages(productId: string): Shortage[] {
    return [...this.#stores].flatMap(([storeId, { lowest }]) =>
      lowest ? [shortageOf({ storeId, productId }, lowest)] : [],
    )
  }
}

function note(running: Running, moment: number): void {
  if (running.now < Math.min(0, running.lowest?.after ?? 0))
    running.lowest = { moment, before: running.stored, after: running.now }
}
