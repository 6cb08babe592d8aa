import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { localTime } from '#hub/db/days.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { DrillDownQuery } from '#shared/contracts/reports/sold.ts'

interface Listed {
  id: AnyPgColumn
  date: AnyPgColumn
  storeId: AnyPgColumn
  /** Table of the lines. `documentId` is its column with the document's id. */
  lines: 'retail_sale_lines' | 'document_lines'
  documentId: 'sale_id' | 'document_id'
  /** Columns by filter. A column is null when the document has no value. */
  has: Partial<Record<NonNullable<DrillDownQuery['without']>, AnyPgColumn>>
}

/**
 * Returns the conditions that select the documents behind a row of a report
 * (hub/features/reports/sold/drill-down.ts).
 */
export function drillDownConditions(tx: Tx, query: DrillDownQuery, listed: Listed): SQL[] {
  const { storeIds, hour, weekday, without } = query
  const local = localTime(listed.date)
  const lacks = without && listed.has[without]
  return [
    storeIds && sql`${listed.storeId} = ANY(${sql.param(storeIds)}::uuid[])`,
    hour === undefined ? undefined : sql`extract(hour FROM ${local}) = ${hour}::int`,
    weekday === undefined ? undefined : sql`extract(isodow FROM ${local}) = ${weekday}::int`,
    without && (lacks ? sql`${lacks} IS NULL` : sql`false`),
    hasSuchProduct(tx, query, listed),
  ].filter((condition) => typeof condition === 'object')
}

function hasSuchProduct(
  tx: Tx,
  { productGroupIds, supplierId, inGroup }: DrillDownQuery,
  { id, lines, documentId }: Listed,
): SQL | undefined {
  const conditions = [
    productGroupIds && sql`product.product_group_id IN (${groupsUnder(tx, productGroupIds)})`,
    supplierId && sql`product.supplier_id = ${supplierId}`,
    inGroup &&
      (inGroup === 'none'
        ? sql`product.product_group_id IS NULL`
        : sql`product.product_group_id = ${inGroup}`),
  ].filter((condition) => typeof condition === 'object')
  if (conditions.length === 0) return undefined
  return sql`${id} IN (
    SELECT line.${sql.identifier(documentId)} FROM products AS product
    JOIN ${sql.identifier(lines)} AS line
      ON line.organization_id = ${tx.organizationId} AND line.product_id = product.id
    WHERE product.organization_id = ${tx.organizationId} AND ${sql.join(conditions, sql` AND `)})`
}

/** Returns the ids of product groups and of all their subgroups. */
export const groupsUnder = (tx: Tx, ids: readonly string[]): SQL => sql`
  WITH RECURSIVE under AS (
    SELECT id FROM product_groups
    WHERE organization_id = ${tx.organizationId} AND id = ANY(${sql.param([...ids])}::uuid[])
    UNION
    SELECT child.id FROM product_groups AS child JOIN under ON child.parent_id = under.id
    WHERE child.organization_id = ${tx.organizationId}
  )
  SELECT id FROM under`
