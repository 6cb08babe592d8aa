import { type InferInsertModel, sql } from 'drizzle-orm'
import { insertRows } from '#hub/db/insert-rows.ts'
import { among, type Given, statement } from '#hub/db/statement.ts'
import type { DocumentType } from '#hub/db/tables/document-type.ts'
import type { CostRule } from '#hub/db/tables/stock.ts'
import { stockMovements } from '#hub/db/tables/stock.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Cost, Quantity } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { BookedMovement, StockPlace } from './movement.ts'
import type { HistoryRow, NewRow, PlaceState } from './product-history.ts'
import { timeText } from './time-text.ts'
import type { Part } from './true-quantities.ts'

/** A movement that existed before the ledger was opened. */
export interface StoredRow extends HistoryRow {
  id: string
  type: DocumentType
  /** Result before any change. */
  stored: BookedMovement
}

type Columns = InferInsertModel<typeof stockMovements>
type RuleColumns = Pick<
  Columns,
  'costRule' | 'givenCost' | 'sourceDocumentId' | 'sourceLineNo' | 'addedCost' | 'countedQuantity'
>

function columnsOf(rule: CostRule): RuleColumns {
  switch (rule.kind) {
    case 'Average':
      return { costRule: rule.kind, addedCost: rule.added ?? null }
    case 'Given':
      return { costRule: rule.kind, givenCost: rule.cost }
    case 'Source':
      return {
        costRule: rule.kind,
        sourceDocumentId: rule.documentId,
        sourceLineNo: rule.lineNo,
        addedCost: rule.added,
      }
    case 'Count':
      return { costRule: rule.kind, countedQuantity: rule.counted }
  }
}

/** A movement as returned by PostgreSQL, with bigints as text. */
export type RawMovement = Record<
  'id' | 'store' | 'product' | 'document' | 'quantity' | 'unit' | 'cost' | 'balance' | 'average' | 'fallback',
  string
> & {
  type: DocumentType
  moment: Date
  seq: string
  rule: CostRule['kind']
  given: string | null
  source_document: string | null
  line: number
  source_line: number | null
  added: string | null
  counted: string | null
}

/** Columns of `stock_movements AS m` for `readMovement`. */
export const MOVEMENT_COLUMNS = sql`
  m.id, m.store_id AS store, m.product_id AS product, m.document_id AS document, m.document_type AS type,
  m.line_no AS line, m.moment, m.seq, m.quantity, m.unit_cost AS unit, m.cost_sum AS cost,
  m.balance_after AS balance, m.average_after AS average, m.fallback_cost AS fallback, m.cost_rule AS rule,
  m.given_cost AS given, m.source_document_id AS source_document, m.source_line_no AS source_line,
  m.added_cost AS added, m.counted_quantity AS counted`

function ruleOf({ rule, given, source_document, source_line, added, counted }: RawMovement): CostRule {
  if (rule === 'Given') return { kind: rule, cost: Number(given) as Cost }
  if (rule === 'Count') return { kind: rule, counted: Number(counted) as Quantity }
  if (rule === 'Average')
    return added === null ? { kind: rule } : { kind: rule, added: Number(added) as Cost }
  return {
    kind: rule,
    documentId: must(source_document),
    lineNo: must(source_line),
    added: Number(added ?? 0) as Cost,
  }
}

export function readMovement(raw: RawMovement): StoredRow {
  const booked: BookedMovement = {
    quantity: Number(raw.quantity) as Quantity,
    unitCost: Number(raw.unit) as Cost,
    costSum: Number(raw.cost) as Cost,
    after: { quantity: Number(raw.balance) as Quantity, averageCost: Number(raw.average) as Cost },
  }
  const cost = ruleOf(raw)
  return {
    id: raw.id,
    type: raw.type,
    documentId: raw.document,
    moment: new Date(raw.moment).getTime(),
    seq: Number(raw.seq),
    movement: {
      lineNo: raw.line,
      storeId: raw.store,
      productId: raw.product,
      quantity: cost.kind === 'Count' ? (0 as Quantity) : booked.quantity,
      cost,
      fallbackCost: Number(raw.fallback) as Cost,
    },
    booked,
    stored: booked,
  }
}

/** Returns the places and times of the movements of documents. */
export async function findMovements(
  tx: Tx,
  documentIds: readonly string[],
): Promise<(StockPlace & { moment: Date; documentId: string })[]> {
  if (documentIds.length === 0) return []
  const { rows } = await tx.execute<{ store: string; product: string; moment: Date; document: string }>(sql`
    SELECT store_id AS store, product_id AS product, moment, document_id AS document FROM stock_movements
    WHERE organization_id = ${tx.organizationId} AND document_id = ANY(${sql.param([...documentIds])}::uuid[])`)
  return rows.map(({ store, product, moment, document }) => ({
    storeId: store,
    productId: product,
    moment: new Date(moment),
    documentId: document,
  }))
}

/** Returns the products in the documents whose goods come back in the ledger before they leave. */
export async function findAwaited(
  tx: Tx,
  posting: readonly { documentId: string }[],
): Promise<{ documentId: string; productId: string }[]> {
  const documentIds = [...new Set(posting.map(({ documentId }) => documentId))]
  return documentIds.length === 0 ? [] : awaitedOf(tx, { documentIds })
}

const awaitedOf = statement(
  'movements.awaiting',
  (given: Given<'documentIds'>) => sql<{ documentId: string; productId: string }>`
    SELECT DISTINCT source_document_id AS "documentId", product_id AS "productId" FROM stock_movements
    WHERE organization_id = ${given.organizationId} AND ${among(sql`source_document_id`, given.documentIds)}`,
)

interface Stored {
  /** Movements by product, ordered by moment and seq. */
  rows: Map<string, StoredRow[]>
  /** Balances before the first loaded movement, by product and store. */
  before: Map<string, Map<string, PlaceState>>
  /** Costs of goods that left earlier and that a loaded movement needs, by product and by `document line`. */
  costs: Map<string, Map<string, Cost>>
}

/**
 * Loads the movements within the given part of each product's history, in all stores, and the balances before
 * them.
 */
export async function loadHistories(tx: Tx, parts: ReadonlyMap<string, Part>): Promise<Stored> {
  const all = [...parts.values()]
  const places = sql`
    unnest(
      ${sql.param([...parts.keys()])}::uuid[],
      ${sql.param(all.map(({ from }) => timeText(from)))}::timestamptz[],
      ${sql.param(all.map(({ until }) => timeText(until)))}::timestamptz[]
    ) AS wanted (product_id, moment, until)
    JOIN stock_balances AS b ON b.organization_id = ${tx.organizationId} AND b.product_id = wanted.product_id`
  const ofPlace = sql`
    FROM stock_movements AS m
    WHERE m.organization_id = ${tx.organizationId} AND m.product_id = b.product_id AND m.store_id = b.store_id`
  const later = await tx.execute<RawMovement>(sql`
    SELECT m.* FROM ${places}
    CROSS JOIN LATERAL (SELECT ${MOVEMENT_COLUMNS} ${ofPlace} AND m.moment >= wanted.moment AND m.moment < wanted.until) AS m
    ORDER BY m.product, m.moment, m.seq`)
  const earlier = await tx.execute<
    Pick<RawMovement, 'store' | 'product' | 'balance' | 'average' | 'moment'>
  >(sql`
    SELECT m.* FROM ${places}
    CROSS JOIN LATERAL (
      SELECT m.store_id AS store, m.product_id AS product, m.balance_after AS balance, m.average_after AS average,
        m.moment
      ${ofPlace} AND m.moment < wanted.moment ORDER BY m.moment DESC, m.seq DESC LIMIT 1
    ) AS m`)
  const before = new Map<string, Map<string, PlaceState>>()
  for (const { store, product, balance, average, moment } of earlier.rows) {
    const stores = before.get(product) ?? new Map<string, PlaceState>()
    stores.set(store, {
      quantity: Number(balance) as Quantity,
      averageCost: Number(average) as Cost,
      lastMovementAt: new Date(moment).getTime(),
    })
    before.set(product, stores)
  }
  const rows = Map.groupBy(later.rows.map(readMovement), ({ movement }) => movement.productId)
  return { rows, before, costs: await loadEarlierCosts(tx, later.rows, parts) }
}

async function loadEarlierCosts(
  tx: Tx,
  rows: readonly RawMovement[],
  parts: ReadonlyMap<string, Part>,
): Promise<Stored['costs']> {
  const here = new Set(rows.map(({ document, line }) => `${document} ${line}`))
  const missing = rows.filter(
    ({ source_document, source_line }) => source_document && !here.has(`${source_document} ${source_line}`),
  )
  if (missing.length === 0) return new Map()
  const found = await tx.execute<Record<'product' | 'document' | 'cost', string> & { line: number }>(sql`
    SELECT m.product_id AS product, m.document_id AS document, m.line_no AS line, m.unit_cost AS cost
    FROM (
      SELECT DISTINCT * FROM unnest(
        ${sql.param(missing.map(({ source_document }) => source_document))}::uuid[],
        ${sql.param(missing.map(({ source_line }) => source_line))}::int[],
        ${sql.param(missing.map(({ product }) => product))}::uuid[],
        ${sql.param(missing.map(({ product }) => timeText(must(parts.get(product)).from)))}::timestamptz[])
    ) AS wanted (document_id, line_no, product_id, moment)
    JOIN stock_movements AS m
      ON m.organization_id = ${tx.organizationId} AND m.document_id = wanted.document_id
        AND m.line_no = wanted.line_no AND m.product_id = wanted.product_id
    WHERE m.quantity < 0 AND m.moment < wanted.moment`)
  return new Map(
    [...Map.groupBy(found.rows, ({ product }) => product)].map(([product, lines]) => [
      product,
      new Map(lines.map(({ document, line, cost }) => [`${document} ${line}`, Number(cost) as Cost])),
    ]),
  )
}

export async function deleteMovements(tx: Tx, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return
  await tx.execute(sql`
    DELETE FROM stock_movements
    WHERE organization_id = ${tx.organizationId} AND document_id = ANY(${sql.param([...documentIds])}::uuid[])`)
}

/** Inserts movements. Their order becomes the posting order. */
export async function insertMovements(tx: Tx, rows: readonly NewRow[]): Promise<void> {
  await insertRows(
    tx,
    stockMovements,
    rows.map(({ type, documentId, movement, moment, booked }) => ({
      organizationId: tx.organizationId,
      id: newId(),
      moment: new Date(moment),
      storeId: movement.storeId,
      productId: movement.productId,
      documentType: type,
      documentId,
      lineNo: movement.lineNo,
      ...amountsOf(must(booked)),
      ...NO_RULE,
      ...columnsOf(movement.cost),
      fallbackCost: movement.fallbackCost,
    })),
  )
}

/** Columns for movements without a rule. All rows of one insert must have the same columns. */
const NO_RULE = {
  givenCost: null,
  sourceDocumentId: null,
  sourceLineNo: null,
  addedCost: null,
  countedQuantity: null,
}

function amountsOf({ quantity, unitCost, costSum, after }: BookedMovement) {
  return {
    quantity,
    unitCost,
    costSum,
    balanceAfter: after.quantity,
    averageAfter: after.averageCost,
  }
}

/** Updates the results of movements. */
export async function updateMovements(tx: Tx, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return
  const booked = rows.map((row) => amountsOf(must(row.booked)))
  const column = (name: keyof (typeof booked)[number]) =>
    sql`${sql.param(booked.map((one) => one[name]))}::bigint[]`
  await tx.execute(sql`
    UPDATE stock_movements AS movement
    SET quantity = now.quantity, unit_cost = now.unit_cost, cost_sum = now.cost_sum,
      balance_after = now.balance_after, average_after = now.average_after
    FROM unnest(
      ${sql.param(rows.map(({ id }) => id))}::uuid[],
      ${column('quantity')}, ${column('unitCost')}, ${column('costSum')}, ${column('balanceAfter')}, ${column('averageAfter')}
    ) AS now (id, quantity, unit_cost, cost_sum, balance_after, average_after)
    WHERE movement.organization_id = ${tx.organizationId} AND movement.id = now.id`)
}

/** True when the result of a movement differs from the stored one. */
export function hasChanged({ booked, stored }: StoredRow): boolean {
  const now = must(booked)
  return (
    now.quantity !== stored.quantity ||
    now.unitCost !== stored.unitCost ||
    now.costSum !== stored.costSum ||
    now.after.quantity !== stored.after.quantity ||
    now.after.averageCost !== stored.after.averageCost
  )
}
