import { sql } from 'drizzle-orm'
import { documentLines } from '#hub/db/tables/documents.ts'
import { TryAgain, type Tx } from '#hub/db/transact.ts'
import type { Cost, Quantity } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import type { BookedMovement, Movement, StockPlace } from './movement.ts'

/** A product missing from a posted full count of its store. Its stock is 0 from the time of the count. */
export interface FullCount {
  documentId: string
  storeId: string
  moment: Date
  movement: Movement
}

type Posting = readonly (StockPlace & { moment: Date; documentId: string })[]

/**
 * Returns later posted full counts that do not list the product of a planned movement, once for each such
 * product (docs/domain.md#stock-counts). Lines are added only by the transaction that has locked the
 * product's balance in the store.
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
  const { rows } = await tx.execute<{
    documentId: string
    storeId: string
    moment: string
    productId: string
    cost: string
  }>(sql`
    SELECT DISTINCT count.id AS "documentId", count.store_id AS "storeId", count.date AS moment,
      moved.product_id AS "productId", product.cost
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
  return rows.map(({ documentId, storeId, moment, productId, cost }, i) => ({
    documentId,
    storeId,
    moment: new Date(moment),
    movement: {
      // Temporary number, replaced by `numberLines`.
      lineNo: -1 - i,
      storeId,
      productId,
      quantity: 0 as Quantity,
      cost: { kind: 'Count', counted: 0 as Quantity },
      fallbackCost: Number(cost) as Cost,
    },
  }))
}

/**
 * Numbers the new lines of the counts after the existing ones. Locks the counts and the documents whose costs
 * change, which `mirrorCosts` also locks, in a consistent order. Throws `TryAgain` when a count was unposted
 * in the meantime.
 */
export async function numberLines(
  tx: Tx,
  counts: readonly FullCount[],
  changed: readonly string[],
): Promise<void> {
  if (counts.length === 0) return
  const own = sql`organization_id = ${tx.organizationId}`
  const ids = counts.map(({ documentId }) => documentId)
  const { rows: locked } = await tx.execute<{ id: string; status: string }>(sql`
    SELECT id, status FROM documents WHERE ${own} AND id = ANY(${sql.param([...new Set([...ids, ...changed])])}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`)
  if (locked.some(({ id, status }) => ids.includes(id) && status !== 'Posted')) throw new TryAgain()
  const { rows } = await tx.execute<{ id: string; last: number }>(sql`
    SELECT document_id AS id, max(line_no) AS last FROM document_lines
    WHERE ${own} AND document_id = ANY(${sql.param(ids)}::uuid[]) GROUP BY document_id`)
  const last = new Map(rows.map((row) => [row.id, row.last]))
  for (const { documentId, movement } of counts) {
    movement.lineNo = (last.get(documentId) ?? 0) + 1
    last.set(documentId, movement.lineNo)
  }
}

/** Adds lines with the counted quantity 0 to the counts. Unposting a count removes them. */
export async function addCountLines(
  tx: Tx,
  counts: readonly (FullCount & { booked: BookedMovement })[],
): Promise<void> {
  if (counts.length === 0) return
  const { organizationId } = tx
  await tx.insert(documentLines).values(
    counts.map(({ documentId, movement: { lineNo, productId }, booked }) => ({
      organizationId,
      id: newId(),
      documentId,
      lineNo,
      productId,
      quantity: 0 as Quantity,
      isCounted: false,
      isAdded: true,
      difference: booked.quantity,
      unitCost: booked.unitCost,
      costSum: Math.abs(booked.costSum) as Cost,
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
