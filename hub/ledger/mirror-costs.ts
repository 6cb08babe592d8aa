import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import { must } from '#shared/std/must.ts'
import type { StoredRow } from './stored-movements.ts'

/** Copies the costs of movements to the lines of their documents. */
export async function mirrorCosts(tx: Tx, changed: readonly StoredRow[]): Promise<void> {
  const sales = changed.filter(({ type }) => type === 'RetailSale')
  if (sales.length > 0) {
    await tx.execute(sql`
      UPDATE retail_sale_lines AS line SET unit_cost = now.unit_cost
      FROM ${costsOf(sales)}
      WHERE line.organization_id = ${tx.organizationId} AND line.sale_id = now.document_id AND line.line_no = now.line_no`)
  }
  // A transfer line holds the cost of its goods in the source store.
  const others = changed.filter(
    ({ type, booked }) => type !== 'RetailSale' && (type !== 'Transfer' || must(booked).quantity < 0),
  )
  if (others.length === 0) return
  await tx.execute(sql`
    UPDATE document_lines AS line
    SET unit_cost = now.unit_cost, cost_sum = abs(now.cost_sum),
      difference = CASE WHEN now.type = 'Inventory' THEN now.quantity END
    FROM ${costsOf(others)}
    WHERE line.organization_id = ${tx.organizationId} AND line.document_id = now.document_id AND line.line_no = now.line_no`)
  const documents = sql`
    organization_id = ${tx.organizationId}
    AND id = ANY(${sql.param([...new Set(others.map(({ documentId }) => documentId))])}::uuid[])`
  // Documents are locked in a consistent order before their sums are computed, because other transactions may
  // change other lines of the same documents.
  await tx.execute(sql`SELECT FROM documents WHERE ${documents} ORDER BY id FOR NO KEY UPDATE`)
  await tx.execute(sql`
    UPDATE documents AS document
    SET cost_sum = (
      SELECT sum(cost_sum) FROM document_lines AS line
      WHERE line.organization_id = document.organization_id AND line.document_id = document.id)
    WHERE ${documents}`)
}

function costsOf(rows: readonly StoredRow[]) {
  const booked = rows.map((row) => must(row.booked))
  return sql`
    unnest(
      ${sql.param(rows.map(({ documentId }) => documentId))}::uuid[],
      ${sql.param(rows.map(({ movement }) => movement.lineNo))}::int[],
      ${sql.param(rows.map(({ type }) => type))}::text[],
      ${sql.param(booked.map(({ unitCost }) => unitCost))}::bigint[],
      ${sql.param(booked.map(({ costSum }) => costSum))}::bigint[],
      ${sql.param(booked.map(({ quantity }) => quantity))}::bigint[]
    ) AS now (document_id, line_no, type, unit_cost, cost_sum, quantity)`
}
