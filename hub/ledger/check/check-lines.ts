import { type SQL, sql } from 'drizzle-orm'
import { streamRows } from '#hub/db/stream-rows.ts'
import type { DocumentType } from '#hub/db/tables/document-type.ts'
import type { Tx } from '#hub/db/transact.ts'
import { compare, type Finding, figures } from './finding.ts'

/** A line that requires a movement, paired with that movement. Either can be missing. Bigints are text. */
type Pair = {
  document: string
  line: number
  store: string
  product: string
  type: DocumentType
  due_moment: string | null
  due_quantity: string | null
  due_counted: string | null
  is_mirror: boolean | null
  line_unit: string | null
  line_cost: string | null
  line_difference: string | null
  moment: string | null
  quantity: string | null
  counted: string | null
  unit: string | null
  cost: string | null
}

/**
 * Yields lines of posted documents and retail sales that do not match their movements
 * (docs/domain.md#cost-of-a-movement) or do not hold their costs. Drafts and services require no movements.
 */
export async function* checkLines(tx: Tx, productIds: readonly string[]): AsyncGenerator<Finding> {
  for await (const pair of streamRows<Pair>(tx, mismatches(tx, productIds))) yield* findingsOf(pair)
}

function* findingsOf(pair: Pair): Generator<Finding> {
  const { document, line, store, product, type } = pair
  const where = { documentType: type, documentId: document, lineNo: line, productId: product, storeId: store }
  const called = {
    moment: timeOf(pair.due_moment),
    ...(type === 'Inventory'
      ? { countedQuantity: steps(pair.due_counted) }
      : { quantity: steps(pair.due_quantity) }),
  }
  const moved = {
    moment: timeOf(pair.moment),
    quantity: steps(pair.quantity),
    countedQuantity: steps(pair.counted),
  }
  if (pair.quantity === null) {
    yield { kind: 'MissingMovement', ...where, stored: null, due: figures(called) }
    return
  }
  if (pair.is_mirror === null) {
    const { moment, quantity } = moved
    yield { kind: 'StrayMovement', ...where, stored: figures({ moment, quantity }), due: null }
    return
  }
  const other = compare(moved, called)
  if (other) yield { kind: 'OtherThanLine', ...where, ...other }
  const wrong = pair.is_mirror && compare(heldBy(pair), owedTo(pair))
  if (wrong) yield { kind: 'WrongLineCost', ...where, ...wrong }
}

const heldBy = ({ line_unit, line_cost, line_difference }: Pair) => ({
  unitCost: steps(line_unit),
  costSum: steps(line_cost),
  difference: steps(line_difference),
})

/**
 * Returns the values that a line must hold. A line of a retail sale holds only the unit cost. A line of a
 * stock count also holds the difference.
 */
const owedTo = ({ type, unit, cost, quantity }: Pair) => ({
  unitCost: steps(unit),
  ...(type !== 'RetailSale' && { costSum: Math.abs(Number(cost)) }),
  ...(type === 'Inventory' && { difference: steps(quantity) }),
})

const steps = (text: string | null): number | null => (text === null ? null : Number(text))
const timeOf = (time: string | null): number | null => (time === null ? null : new Date(time).getTime())

/**
 * Returns SQL for mismatches between required and booked movements. A transfer line holds the cost of the
 * movement out of the source store.
 */
function mismatches(tx: Tx, productIds: readonly string[]): SQL {
  const ids = sql`${sql.param([...productIds])}::uuid[]`
  return sql`
    WITH due AS (
      SELECT d.id AS document_id, d.type, l.line_no, leg.store_id, l.product_id, coalesce(l.counted_at, d.date) AS moment,
        leg.quantity, CASE WHEN d.type = 'Inventory' THEN l.quantity END AS counted, leg.is_mirror,
        l.unit_cost, l.cost_sum, l.difference
      FROM document_lines AS l
      JOIN documents AS d
        ON d.organization_id = l.organization_id AND d.id = l.document_id AND d.status = 'Posted'
      JOIN products AS p ON p.organization_id = l.organization_id AND p.id = l.product_id AND p.kind <> 'Service'
      CROSS JOIN LATERAL (
        SELECT d.store_id, true AS is_mirror, CASE
          WHEN d.type IN ('Supply', 'Enter') THEN l.quantity
          WHEN d.type <> 'Inventory' THEN -l.quantity END AS quantity
        UNION ALL
        SELECT d.target_store_id, false, l.quantity WHERE d.type = 'Transfer'
      ) AS leg
      WHERE l.organization_id = ${tx.organizationId} AND l.product_id = ANY(${ids})
      UNION ALL
      SELECT s.id, 'RetailSale', l.line_no, s.store_id, l.product_id, s.date,
        CASE WHEN s.is_return THEN l.quantity ELSE -l.quantity END, NULL, true, l.unit_cost, NULL, NULL
      FROM retail_sale_lines AS l
      JOIN retail_sales AS s
        ON s.organization_id = l.organization_id AND s.id = l.sale_id AND s.status = 'Posted'
      JOIN products AS p ON p.organization_id = l.organization_id AND p.id = l.product_id AND p.kind <> 'Service'
      WHERE l.organization_id = ${tx.organizationId} AND l.product_id = ANY(${ids})
    ), moved AS (
      SELECT * FROM stock_movements
      WHERE organization_id = ${tx.organizationId} AND product_id = ANY(${ids})
    )
    SELECT coalesce(due.document_id, moved.document_id) AS document, coalesce(due.line_no, moved.line_no) AS line,
      coalesce(due.store_id, moved.store_id) AS store, coalesce(due.product_id, moved.product_id) AS product,
      coalesce(due.type, moved.document_type) AS type,
      due.moment AS due_moment, due.quantity AS due_quantity, due.counted AS due_counted, due.is_mirror,
      due.unit_cost AS line_unit, due.cost_sum AS line_cost, due.difference AS line_difference,
      moved.moment, moved.quantity, moved.counted_quantity AS counted, moved.unit_cost AS unit, moved.cost_sum AS cost
    FROM due
    FULL JOIN moved ON moved.document_id = due.document_id AND moved.document_type = due.type
      AND moved.line_no = due.line_no AND moved.store_id = due.store_id AND moved.product_id = due.product_id
    WHERE due.document_id IS NULL OR moved.document_id IS NULL OR moved.moment <> due.moment
      OR moved.quantity <> due.quantity OR moved.counted_quantity IS DISTINCT FROM due.counted
      OR due.is_mirror AND (
        due.unit_cost <> moved.unit_cost OR due.cost_sum <> abs(moved.cost_sum)
        OR due.type = 'Inventory' AND due.difference IS DISTINCT FROM moved.quantity)
    ORDER BY product, document, line, store`
}

/** Yields documents whose cost is not the sum of their lines' costs. The cost of a draft must be 0. */
export async function* checkDocuments(tx: Tx): AsyncGenerator<Finding> {
  type Row = { id: string; type: DocumentType; stored: string; due: string }
  const documents = streamRows<Row>(
    tx,
    sql`
      SELECT d.id, d.type, d.cost_sum AS stored,
        CASE WHEN d.status = 'Posted' THEN coalesce(lines.cost_sum, 0) ELSE 0 END AS due
      FROM documents AS d
      LEFT JOIN (
        SELECT document_id, sum(cost_sum) AS cost_sum FROM document_lines
        WHERE organization_id = ${tx.organizationId} GROUP BY document_id
      ) AS lines ON lines.document_id = d.id
      WHERE d.organization_id = ${tx.organizationId}
        AND d.cost_sum <> CASE WHEN d.status = 'Posted' THEN coalesce(lines.cost_sum, 0) ELSE 0 END
      ORDER BY d.type, d.number`,
  )
  for await (const { id, type, stored, due } of documents) {
    yield {
      kind: 'WrongDocumentCost',
      documentType: type,
      documentId: id,
      lineNo: null,
      productId: null,
      storeId: null,
      stored: figures({ costSum: Number(stored) }),
      due: figures({ costSum: Number(due) }),
    }
  }
}
