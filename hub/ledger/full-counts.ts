import { sql } from 'drizzle-orm'
import { documentLines } from '#hub/db/tables/documents.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Cost, Quantity } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import type { BookedMovement, Movement, StockPlace } from './movement.ts'

/** A product that a posted full count of its store does not name: there is none of it from the count on. */
export interface FullCount {
  documentId: string
  storeId: string
  moment: Date
  movement: Movement
}

type Posting = readonly (StockPlace & { moment: Date; documentId: string })[]

/**
 * The posted full counts that come after what is to be posted and do not name its products (docs/domain.md#counts), for each of these
 * products. They are locked: two who post the same product add its line once.
 */
export async function findFullCounts(tx: Tx, posting: Posting): Promise<FullCount[]> {
  if (posting.length === 0) return []
  const { organizationId } = tx
  const first = new Date(Math.min(...posting.map(({ moment }) => moment.getTime()))).toISOString()
  const { rows: later } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM documents
    WHERE organization_id = ${organizationId} AND type = 'Inventory' AND status = 'Posted' AND scope = 'Full'
      AND store_id = ANY(${sql.param([...new Set(posting.map(({ storeId }) => storeId))])}::uuid[])
      AND date > ${first}::timestamptz AND id <> ALL(${sql.param(posting.map(({ documentId }) => documentId))}::uuid[])`)
  if (later.length === 0) return []
  const counts = sql`organization_id = ${organizationId} AND id = ANY(${sql.param(later.map(({ id }) => id))}::uuid[])`
  await tx.execute(sql`SELECT FROM documents WHERE ${counts} ORDER BY id FOR UPDATE`)
  const { rows } = await tx.execute<{
    documentId: string
    storeId: string
    moment: string
    productId: string
    cost: string
    lines: number
  }>(sql`
    SELECT DISTINCT count.id AS "documentId", count.store_id AS "storeId", count.date AS moment,
      moved.product_id AS "productId", product.cost,
      (SELECT max(line_no) FROM document_lines AS line
       WHERE line.organization_id = ${organizationId} AND line.document_id = count.id) AS lines
    FROM (SELECT * FROM documents WHERE ${counts} AND status = 'Posted') AS count
    JOIN unnest(
      ${sql.param(posting.map(({ storeId }) => storeId))}::uuid[],
      ${sql.param(posting.map(({ productId }) => productId))}::uuid[],
      ${sql.param(posting.map(({ moment }) => moment.toISOString()))}::timestamptz[]
    ) AS moved (store_id, product_id, moment) ON moved.store_id = count.store_id AND moved.moment < count.date
    JOIN products AS product ON product.organization_id = ${organizationId} AND product.id = moved.product_id
    WHERE NOT EXISTS (
      SELECT FROM document_lines AS line
      WHERE line.organization_id = ${organizationId} AND line.document_id = count.id
        AND line.product_id = moved.product_id)
    ORDER BY "documentId", "productId"`)
  const added = new Map<string, number>()
  return rows.map(({ documentId, storeId, moment, productId, cost, lines }) => {
    const place = (added.get(documentId) ?? 0) + 1
    added.set(documentId, place)
    return {
      ...{ documentId, storeId, moment: new Date(moment) },
      movement: {
        ...{ lineNo: lines + place, storeId, productId, quantity: 0 as Quantity },
        ...{ cost: { kind: 'Count', counted: 0 as Quantity }, fallbackCost: Number(cost) as Cost },
      },
    }
  })
}

/** The lines of the counts, as if nobody had found any when it was counted; they go when the count is unposted. */
export async function addCountLines(
  tx: Tx,
  counts: readonly (FullCount & { booked: BookedMovement })[],
): Promise<void> {
  if (counts.length === 0) return
  const { organizationId } = tx
  await tx.insert(documentLines).values(
    counts.map(({ documentId, movement: { lineNo, productId }, booked }) => ({
      ...{ organizationId, id: newId(), documentId, lineNo, productId, quantity: 0 as Quantity },
      ...{ isCounted: false, isAdded: true, difference: booked.quantity },
      ...{ unitCost: booked.unitCost, costSum: Math.abs(booked.costSum) as Cost },
    })),
  )
  await tx.execute(sql`
    UPDATE documents AS document
    SET cost_sum = (
      SELECT sum(cost_sum) FROM document_lines AS line
      WHERE line.organization_id = document.organization_id AND line.document_id = document.id)
    WHERE organization_id = ${organizationId}
      AND id = ANY(${sql.param([...new Set(counts.map(({ documentId }) => documentId))])}::uuid[])`)
}
