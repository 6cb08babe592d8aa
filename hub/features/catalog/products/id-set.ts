import type { SQL } from 'drizzle-orm'

/**
 * A set of product ids from another table: `ids` is a query for them, and `test` a condition that a product
 * is among them.
 */
export interface IdSet {
  ids: SQL
  test: SQL
}
