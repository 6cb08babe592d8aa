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
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { stockAsOf } from '../stock/stock-as-of.ts'

const MOST_NAMED = 100

interface Uncounted {
  productId: string
  name: string
  quantity: Quantity
}

/**
 * A full count says of all that is in the store what there is: what was not counted is not there. Throws
 * uncounted_products until the count says that this is meant (docs/domain.md#counts).
 */
export async function linesOfUncounted(tx: Tx, document: FullDocument): Promise<LineRow[]> {
  const { header, lines } = document
  if (header.scope !== 'Full') return []
  const uncounted = await listUncounted(tx, document)
  if (uncounted.length > 0 && !header.zeroUncounted) throw refusal(uncounted, header.countMode === 'Blind')
  return uncounted.map(({ productId }, index) => ({
    ...{ organizationId: tx.organizationId, id: newId(), documentId: header.id, productId },
    ...{ lineNo: lines.length + index + 1, quantity: 0 as Quantity, price: null, retailPrice: null },
    ...{ discountPercent: 0 as Percent, vatRate: null, sum: 0 as Amount, vatSum: 0 as Amount },
    ...{ overheadShare: 0 as Amount, unitCost: 0 as Cost, costSum: 0 as Cost, difference: null },
    ...{ countedAt: null, reason: null, markingCodes: [], comment: null },
  }))
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

/** Of a blind count the products are named, and not how many there are. */
function refusal(uncounted: readonly Uncounted[], isBlind: boolean): Problem {
  return new Problem('uncounted_products', {
    detail: `${uncounted.length} products in stock were not counted: count them, or say that they are to be set to 0`,
    errors: uncounted.slice(0, MOST_NAMED).map(({ productId, name, quantity }) => ({
      ...{ pointer: '#/lines', productId, productName: name },
      detail: isBlind ? `${name} is in stock` : `${name}: ${quantityToNumber(quantity)} in stock`,
      ...(!isBlind && { quantity: quantityToNumber(quantity) }),
    })),
    extensions: { uncountedTotal: uncounted.length },
  })
}
