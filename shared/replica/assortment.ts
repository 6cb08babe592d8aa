import type { Db } from './db.ts'
import { EMPTY_SEARCH, FILL_SEARCH } from './schema.ts'

/**
 * Condition on the product `p`: it is in the assortment of the retail point (docs/domain.md#retail-points,
 * productGroupIds).
 */
const IS_OFFERED = `
  (NOT EXISTS (SELECT 1 FROM assortment) OR coalesce(p.group_id IN (SELECT group_id FROM assortment), 0))`

const SETTINGS = `(SELECT iif(json_valid(body), body, '{}') FROM settings)`

/**
 * Condition: the retail point shows only products in stock (docs/domain.md#retail-points, onlyInStock), and
 * the till receives the stock.
 */
const ONLY_IN_STOCK = `
  coalesce(json_extract(${SETTINGS}, '$.onlyInStock') AND json_extract(${SETTINGS}, '$.isStockKnown'), 0)`

/** Condition on the product `p`: it is offered and appears in searches. */
const IS_LISTED = `
  (${IS_OFFERED} AND (p.kind = 'Service' OR NOT ${ONLY_IN_STOCK}
    OR EXISTS (SELECT 1 FROM stock WHERE stock.id = p.id AND stock.quantity > 0)))`

/** Groups named in the settings, with all groups below them. */
const NAMED_GROUPS = `
  WITH RECURSIVE named (id) AS (
    SELECT value FROM json_each(${SETTINGS}, '$.productGroupIds')
    UNION
    SELECT g.id FROM groups g JOIN named ON g.parent_id = named.id
  )
  SELECT id FROM named`

/** Returns the statements after a change of these conditions, for the products that match `which`. */
const relistSteps = (which: string): string[] => [
  `${EMPTY_SEARCH} WHERE ${which} AND p.is_listed = 1 AND NOT ${IS_LISTED}`,
  `${FILL_SEARCH} WHERE ${which} AND p.is_listed = 0 AND ${IS_LISTED}`,
  `UPDATE products AS p SET is_offered = ${IS_OFFERED}, is_listed = ${IS_LISTED}
   WHERE ${which} AND (p.is_offered <> ${IS_OFFERED} OR p.is_listed <> ${IS_LISTED})`,
]

/**
 * Assortment of the retail point: the products that it sells, and those that it shows. All tills of a price
 * type hold the same rows; products that are not offered here are marked. Also marked are products that are
 * offered and not listed: they are found only by scanning, because a product at the till is in stock,
 * whatever the books state. Unlisted products are in neither the index of names nor the search index, so they
 * do not slow reads down.
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

  /** Marks a new product that is not listed, before it is added to the search index. */
  mark(rowId: number | bigint): void {
    this.#hide.run(rowId)
  }

  /** Marks products in a file without indexes, where all products count as listed. */
  markLoaded(): void {
    const isLimited = this.#nameGroups() > 0 || this.#isOnlyInStock.get() === 1
    if (!isLimited) return
    this.#db.exec(`UPDATE products AS p SET is_offered = ${IS_OFFERED}, is_listed = 0 WHERE NOT ${IS_LISTED}`)
  }

  /** Updates the marks after settings or groups have changed. */
  refresh(): void {
    this.#nameGroups()
    for (const step of relistSteps('true')) this.#db.exec(step)
  }

  /** Updates the marks after the stock of these products has changed. */
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
