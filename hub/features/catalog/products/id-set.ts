import type { SQL } from 'drizzle-orm'

/** Ids of products from another table: a query for them, and a condition on one of them. */
export interface IdSet {
  ids: SQL
  test: SQL
}
