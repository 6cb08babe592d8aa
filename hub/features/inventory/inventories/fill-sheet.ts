import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { startOfDay } from '#hub/db/days.ts'
import { insertRows } from '#hub/db/insert-rows.ts'
import { listIds } from '#hub/db/list-ids.ts'
import { updateRecord } from '#hub/db/records.ts'
import { documentLines, documents } from '#hub/db/tables/documents.ts'
import type { Tx } from '#hub/db/transact.ts'
import { bookMoments, checkDraftMoments } from '#hub/documents/book-moments.ts'
import type { FullDocument } from '#hub/documents/kind.ts'
import { getDocument, lockDocument, withLiveLines } from '#hub/documents/queries.ts'
import { refusePosted } from '#hub/documents/save-document.ts'
import { holdSettings } from '#hub/documents/settings.ts'
import { selectProducts } from '#hub/features/catalog/products/select-products.ts'
import { MOST_LINES } from '#shared/contracts/documents.ts'
import type { FillSheet } from '#shared/contracts/inventory/inventories.ts'
import { Problem } from '#shared/problems/problem.ts'
import { stockAsOf } from '../stock/stock-as-of.ts'
import { inventory } from './inventory.ts'
import { uncountedLine } from './uncounted.ts'

/**
 * Adds uncounted lines to a draft: one for each product of the group that has no line yet and is in stock at
 * the time of the count or, with `movedSince`, has moved between that day and the count
 * (docs/domain.md#stock-counts). Throws `not_found`, `document_posted`, `period_closed`,
 * `concurrency_conflict` and `too_many_lines`.
 */
export async function fillSheet(tx: Tx, id: string, fill: FillSheet, actor: Actor): Promise<FullDocument> {
  const document = await lockDocument(tx, inventory, id)
  refusePosted(inventory, document.header)
  checkDraftMoments(await holdSettings(tx), actor, bookMoments(document.header.date, document.lines))
  await updateRecord(tx, documents, inventory.nouns[0], id, fill.version, {})
  const { lines } = document
  const room = MOST_LINES - lines.length
  const found = await listToCount(tx, document, fill, room + 1)
  if (found.length > room) {
    throw new Problem('too_many_lines', {
      detail: `A stock count has at most ${MOST_LINES} lines: choose a group, or recently moved products`,
    })
  }
  const added = found.map((productId, index) => uncountedLine(tx, id, lines.length + index + 1, productId))
  await insertRows(tx, documentLines, added)
  return withLiveLines(tx, inventory, await getDocument(tx, inventory, id))
}

/** Returns the ids of up to `most` products to count, ordered by name. */
async function listToCount(
  tx: Tx,
  { header, lines }: FullDocument,
  { productGroupId, movedSince }: FillSheet,
  most: number,
): Promise<string[]> {
  const { where } = await selectProducts(tx, { productGroupId })
  const moment = header.date.toISOString()
  const [places, wanted]: [SQL, SQL] = movedSince
    ? [sql`stock_balances`, hasMoved(tx, movedSince, moment)]
    : [stockAsOf(tx, moment), sql`stock.quantity <> 0`]
  return listIds(
    tx,
    sql`
    SELECT p.id
    FROM ${places} AS stock JOIN products AS p ON p.id = stock.product_id
    WHERE stock.organization_id = ${tx.organizationId} AND stock.store_id = ${header.storeId}
      AND ${where} AND ${wanted}
      AND p.id <> ALL(${sql.param(lines.map(({ productId }) => productId))}::uuid[])
    ORDER BY p.name, p.id LIMIT ${most}`,
  )
}

/** Returns the condition that the product has moved in the store between the start of `day` and `moment`. */
function hasMoved(tx: Tx, day: string, moment: string): SQL {
  return sql`stock.last_movement_at >= ${startOfDay(day)} AND EXISTS (
    SELECT FROM stock_movements AS movement
    WHERE movement.organization_id = ${tx.organizationId} AND movement.product_id = stock.product_id
      AND movement.store_id = stock.store_id
      AND movement.moment BETWEEN ${startOfDay(day)} AND ${moment}::timestamptz)`
}
