import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { bareLines, type Days, documentsWith, NOBODY, SOLD_ON, soldIn } from './sold.ts'

const KEY = sql.raw([...SOLD_ON, 'product_group_id'].join(', '))
const GROUP = sql`coalesce(p.product_group_id, ${NOBODY})`

const staleGroups = (tx: Tx): SQL => sql`
  SELECT product_group_id FROM stale_groups WHERE organization_id = ${tx.organizationId}`

/**
 * Returns an SQL condition that is true when products have left or joined the group since its documents were
 * counted.
 */
export const isStale = (tx: Tx, group: SQL): SQL => sql`(${group} = ANY(ARRAY(${staleGroups(tx)})))`

/**
 * Returns SQL that counts documents by the current groups of the products in the relation `lines`. `where` is
 * a condition on `product_group_id`.
 */
export const groupRows = (tx: Tx, lines: SQL, where: SQL = sql`true`): SQL => sql`
  SELECT ${KEY}, count(DISTINCT id) AS documents
  FROM (
    SELECT l.*, ${GROUP} AS product_group_id FROM ${lines} AS l
    JOIN products AS p ON p.organization_id = ${tx.organizationId} AND p.id = l.product_id
  ) AS line_of_group
  WHERE ${where} GROUP BY ${KEY}`

/**
 * Returns SQL like `groupRows`, but only for the groups that satisfy `isAmong`. Documents are found by the
 * products of these groups.
 */
export function rowsOfGroups(tx: Tx, isAmong: (group: SQL) => SQL, days?: Days, when: SQL = sql`true`): SQL {
  const products = sql`
    SELECT p.id FROM products AS p WHERE p.organization_id = ${tx.organizationId} AND ${isAmong(GROUP)}`
  const reach = documentsWith(tx, products, days)
  return sql`
    WITH ${soldIn(tx, reach)}, ${bareLines(reach)}
    ${groupRows(tx, sql`bare_line`, sql`${when} AND ${isAmong(sql`product_group_id`)}`)}`
}

/** Returns SQL for the stale groups of the days. Reads nothing when there are none. */
export const rowsOfStaleGroups = (tx: Tx, days: Days): SQL =>
  rowsOfGroups(tx, (group) => isStale(tx, group), days, sql`EXISTS (${staleGroups(tx)})`)
