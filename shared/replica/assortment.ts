import type { Db } from './db.ts'
import { EMPTY_SEARCH, FILL_SEARCH } from './schema.ts'

/**
 * Said of the product `p`: it is in the assortment of the retail point (docs/domain.md#retail-points,
 * productGroupIds).
 */
const IS_OFFERED = `
  (NOT EXISTS (SELECT 1 FROM assortment) OR coalesce(p.group_id IN (SELECT group_id FROM assortment), 0))`

const SETTINGS = `(SELECT iif(json_valid(body), body, '{}') FROM settings)`

/** The retail point shows only products in stock (docs/domain.md#retail-points, onlyInStock), and has the stock. */
const ONLY_IN_STOCK = `
  coalesce(json_extract(${SETTINGS}, '$.onlyInStock') AND json_extract(${SETTINGS}, '$.isStockKnown'), 0)`

/** Condition on the product `p`: it is offered and appears in searches. */
const IS_LISTED = `
  (${IS_OFFERED} AND (p.kind = 'Service' OR NOT ${ONLY_IN_STOCK}
    OR EXISTS (SELECT 1 FROM stock WHERE stock.id = p.id AND stock.quantity > 0)))`

/** The groups that the settings name, with all below them. */
const NAMED_GROUPS = `
  WITH RECURSIVE named (id) AS (
    SELECT value FROM json_each(${SETTINGS}, '$.productGroupIds')
    UNION
    SELECT g.id FROM groups g JOIN named ON g.parent_id = named.id
  )
  SELECT id FROM named`

/** After what decides it has changed, for the products of which `which` holds. */
const relistSteps = (which: string): string[] => [
  `${EMPTY_SEARCH} WHERE ${which} AND p.is_listed = 1 AND NOT ${IS_LISTED}`,
  `${FILL_SEARCH} WHERE ${which} AND p.is_listed = 0 AND ${IS_LISTED}`,
  `UPDATE products AS p SET is_offered = ${IS_OFFERED}, is_listed = ${IS_LISTED}
   WHERE ${which} AND (p.is_offered <> ${IS_OFFERED} OR p.is_listed <> ${IS_LISTED})`,
]

/**
 * Which products the retail point sells, and which of them it shows. All tills of a price type hold the same rows;
 * those that are not offered here are marked. So are those that are offered and not listed: they are found by what a
 * scanner reads of them, because a product at the till is in stock, whatever the books say. What is not listed stands
 * in neither the index of names nor the search index, so that reading costs what it would cost without it.
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

  /** Marks a new product that is not listed, before it goes into the search index. */
  mark(rowId: number | bigint): void {
    this.#hide.run(rowId)
  }

  /** Into a file that has no indexes yet: all products stand in it as listed. */
  markLoaded(): void {
    const isLimited = this.#nameGroups() > 0 || this.#isOnlyInStock.get() === 1
    if (!isLimited) return
    this.#db.exec(`UPDATE products AS p SET is_offered = ${IS_OFFERED}, is_listed = 0 WHERE NOT ${IS_LISTED}`)
  }

  /** After settings or groups have changed. */
  refresh(): void {
    this.#nameGroups()
    for (const step of relistSteps('true')) this.#db.exec(step)
  }

  /** After the stock of these products has changed. */
  refreshStock(productIds: Iterable<string>): void {
    if (this.#isOnlyInStock.get() !== 1) return
    const steps = relistSteps('p.id = ?').map((step) => this.#db.prepare<[string]>(step))
    for (const id of productIds) for (const step of steps) step.run(id)
  }

  /** Answers how many there are. */
  #nameGroups(): number {
    this.#db.exec('DELETE FROM assortment')
    return this.#db.prepare(`INSERT INTO assortment (group_id) ${NAMED_GROUPS}`).run().changes
  }
}
