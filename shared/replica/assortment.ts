import type { Db } from './db.ts'
import { FILL_SEARCH } from './schema.ts'

/** Said of the product `p`: it is in the assortment of the retail point (domain.md 1.7, productGroupIds). */
const IS_OFFERED = `
  (NOT EXISTS (SELECT 1 FROM assortment) OR coalesce(p.group_id IN (SELECT group_id FROM assortment), 0))`

/** The groups that the settings name, with all below them. */
const NAMED_GROUPS = `
  WITH RECURSIVE named (id) AS (
    SELECT value FROM settings s, json_each(iif(json_valid(s.body), s.body, '{}'), '$.productGroupIds')
    UNION
    SELECT g.id FROM groups g JOIN named ON g.parent_id = named.id
  )
  SELECT id FROM named`

/**
 * Which products the retail point sells. All tills of a price type hold the same rows; those that are not offered here
 * are marked, and stand in neither the index of names nor the search index, so that reading costs what it would cost
 * without them.
 */
export class Assortment {
  readonly #db: Db
  readonly #hide

  constructor(db: Db) {
    this.#db = db
    this.#hide = db.prepare<[number | bigint]>(
      `UPDATE products AS p SET is_offered = 0 WHERE p.row_id = ? AND NOT ${IS_OFFERED}`,
    )
  }

  /** Marks a new product that is not offered, before it goes into the search index. */
  mark(rowId: number | bigint): void {
    this.#hide.run(rowId)
  }

  /** Into a file that has no indexes yet: all products stand in it as offered. */
  markLoaded(): void {
    const isLimited = this.#nameGroups() > 0
    if (isLimited) this.#db.exec(`UPDATE products AS p SET is_offered = 0 WHERE NOT ${IS_OFFERED}`)
  }

  /** After settings or groups have changed. */
  refresh(): void {
    this.#nameGroups()
    this.#db.exec(`
      DELETE FROM product_search WHERE rowid IN (
        SELECT p.row_id FROM products p WHERE p.is_offered = 1 AND NOT ${IS_OFFERED});
      ${FILL_SEARCH} WHERE p.is_offered = 0 AND ${IS_OFFERED};
      UPDATE products AS p SET is_offered = 1 - p.is_offered WHERE p.is_offered <> ${IS_OFFERED};`)
  }

  /** Answers how many there are. */
  #nameGroups(): number {
    this.#db.exec('DELETE FROM assortment')
    return this.#db.prepare(`INSERT INTO assortment (group_id) ${NAMED_GROUPS}`).run().changes
  }
}
