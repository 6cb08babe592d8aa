import type { Db } from './db.ts'
import { EMPTY_SEARCH, FILL_SEARCH } from './schema.ts'

/**
 * SQL condition: the product `p` is in the assortment of the retail point (docs/domain.md#retail-points,
 * productGroupIds).
 */
const IS_OFFERED = `
  (NOT EXISTS (SELECT 1 FROM assortment) OR coalesce(p.group_id IN (SELECT group_id FROM assortment), 0))`

const SETTINGS = `(SELECT iif(json_valid(body), body, '{}') FROM settings)`

/**
 * SQL condition: the retail point shows only products in stock (docs/domain.md#retail-points, onlyInStock),
 * and the till receives stock data.
 */
const ONLY_IN_STOCK = `
  coalesce(json_extract(${SETTINGS}, '$.onlyInStock') AND json_extract(${SETTINGS}, '$.isStockKnown'), 0)`

/** SQL condition: the product `p` is offered and appears in searches. */
const IS_LISTED = `
  (${IS_OFFERED} AND (p.kind = 'Service' OR NOT ${ONLY_IN_STOCK}
    OR EXISTS (SELECT 1 FROM stock WHERE stock.id = p.id AND stock.quantity > 0)))`

/** Groups named in the settings, with all their subgroups. */
const NAMED_GROUPS = `
  WITH RECURSIVE named (id) AS (
    SELECT value FROM json_each(${SETTINGS}, '$.productGroupIds')
    UNION
    SELECT g.id FROM groups g JOIN named ON g.parent_id = named.id
  )
  SELECT id FROM named`

/** Returns the statements that update the marks of products that match `which` after these conditions change. */
const relistSteps = (which: string): string[] => [
  `${EMPTY_SEARCH} WHERE ${which} AND p.is_listed = 1 AND NOT ${IS_LISTED}`,
  `${FILL_SEARCH} WHERE ${which} AND p.is_listed = 0 AND ${IS_LISTED}`,
  `UPDATE products AS p SET is_offered = ${IS_OFFERED}, is_listed = ${IS_LISTED}
   WHERE ${which} AND (p.is_offered <> ${IS_OFFERED} OR p.is_listed <> ${IS_LISTED})`,
]

/**
 * Assortment of the retail point: which products it offers, and which of them it lists. All tills of a price
 * type hold the same rows, so products that are not offered here are marked. Products that are offered but
 * not listed are marked too, and are found only by scanning: a product in the hands of the cashier is in
 * stock, whatever the books say. Unlisted products are neither in the name index nor in the search index, so
 * they do not slow reads down.
 */
export class Assortment {
  readonly #db: Db
  readonly #hide
  readonly #isOnlyInStock

  constructor(db: Db) {
    this.#db = db
    this.#hide = db.prepare<[number | bigint]>(
      `UPDATE products AS p SET is_offered = ${IS_OFFERED}, is_listed = 0 WHERE p.row_id = ? AND NOT ${IS_LISTED}`,
    )
    this.#isOnlyInStock = db.prepare<[], 0 | 1>(`SELECT ${ONLY_IN_STOCK}`).pluck()
  }

  /** Marks a new product when it is not listed, before it is added to the search index. */
  mark(rowId: number | bigint): void {
    this.#hide.run(rowId)
  }

  /** Marks the products of a new file that has no indexes yet. All its products are initially marked as listed. */
  markLoaded(): void {
    const isLimited = this.#nameGroups() > 0 || this.#isOnlyInStock.get() === 1
    if (!isLimited) return
    this.#db.exec(`UPDATE products AS p SET is_offered = ${IS_OFFERED}, is_listed = 0 WHERE NOT ${IS_LISTED}`)
  }

  /** Updates the marks after a change of settings or groups. */
  refresh(): void {
    this.#nameGroups()
    for (const step of relistSteps('true')) this.#db.exec(step)
  }

  /** Updates the marks after a change in the stock of these products. */
  refreshStock(productIds: Iterable<string>): void {
    if (this.#isOnlyInStock.get() !== 1) return
    const steps = relistSteps('p.id = ?').map((step) => this.#db.prepare<[string]>(step))
    for (const id of productIds) for (const step of steps) step.run(id)
  }

  /** Saves the groups of the assortment. Returns their number. */
  #nameGroups(): number {
    this.#db.exec('DELETE FROM assortment')
    return this.#db.prepare(`INSERT INTO assortment (group_id) ${NAMED_GROUPS}`).run().changes
  }
}
