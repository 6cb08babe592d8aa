import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { FullDocument, LineRow } from '#hub/documents/kind.ts'
import {
  type Amount,
  type Cost,
  type Percent,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import { type FieldError, Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { stockAsOf } from '../stock/stock-as-of.ts'

const MOST_NAMED = 100

interface Uncounted {
  productId: string
  name: string
  quantity: Quantity
}

/**
 * Returns the zero lines that a full count adds. A full count covers everything in the store, so products
 * without a line and uncounted lines count as missing. Throws `uncounted_products` unless the document
 * confirms this (docs/domain.md#stock-counts).
 */
export async function linesOfUncounted(tx: Tx, document: FullDocument): Promise<LineRow[]> {
  const { header, lines } = document
  const left = header.scope === 'Full' ? await listUncounted(tx, document) : []
  if (!header.zeroUncounted) {
    const faults = [...openFaults(document), ...leftFaults(left, header.countMode === 'Blind')]
    if (faults.length > 0) throw refusal(faults)
  }
  return left.map(({ productId }, index) => ({
    ...uncountedLine(tx, header.id, lines.length + index + 1, productId),
    isAdded: true,
  }))
}

/** Returns a line of a stock count without a counted quantity. */
export function uncountedLine(tx: Tx, documentId: string, lineNo: number, productId: string): LineRow {
  return {
    organizationId: tx.organizationId,
    id: newId(),
    documentId,
    lineNo,
    productId,
    quantity: 0 as Quantity,
    isCounted: false,
    isAdded: false,
    price: null,
    retailPrice: null,
    discountPercent: 0 as Percent,
    vatRate: null,
    sum: 0 as Amount,
    vatSum: 0 as Amount,
    overheadShare: 0 as Amount,
    unitCost: 0 as Cost,
    costSum: 0 as Cost,
    difference: null,
    countedAt: null,
    reason: null,
    markingCodes: [],
    comment: null,
  }
}

async function listUncounted(tx: Tx, { header, lines }: FullDocument): Promise<Uncounted[]> {
  const { rows } = await tx.execute<{ productId: string; name: string; quantity: string }>(sql`
    SELECT stock.product_id AS "productId", product.name, stock.quantity
    FROM ${stockAsOf(tx, header.date.toISOString())} AS stock
    JOIN products AS product
      ON product.organization_id = stock.organization_id AND product.id = stock.product_id
    WHERE stock.organization_id = ${tx.organizationId} AND stock.store_id = ${header.storeId}
      AND stock.quantity <> 0
      AND stock.product_id <> ALL(${sql.param(lines.map(({ productId }) => productId))}::uuid[])
    ORDER BY product.name, product.id`)
  return rows.map((row) => ({ ...row, quantity: Number(row.quantity) as Quantity }))
}

function openFaults({ lines, products }: FullDocument): FieldError[] {
  return lines.flatMap(({ lineNo, productId, isCounted }) => {
    if (isCounted) return []
    const { name } = must(products.get(productId))
    return [
      {
        pointer: `#/lines/${lineNo - 1}/countedQuantity`,
        detail: `${name} was not counted`,
        productId,
        productName: name,
      },
    ]
  })
}

/** Returns an error for each uncounted product, without quantities in a blind count. */
function leftFaults(left: readonly Uncounted[], isBlind: boolean): FieldError[] {
  return left.map(({ productId, name, quantity }) => ({
    pointer: '#/lines',
    productId,
    productName: name,
    detail: isBlind ? `${name} is in stock` : `${name}: ${quantityToNumber(quantity)} in stock`,
    ...(!isBlind && { quantity: quantityToNumber(quantity) }),
  }))
}

function refusal(faults: readonly FieldError[]): Problem {
  return new Problem('uncounted_products', {
    detail: `Products not counted: ${faults.length}. Count them, or set uncounted products to 0`,
    errors: faults.slice(0, MOST_NAMED),
    extensions: { uncountedTotal: faults.length },
  })
}
