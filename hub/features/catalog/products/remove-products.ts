import { and, eq, inArray, sql } from 'drizzle-orm'
import { listIds } from '#hub/db/list-ids.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { deleteImages, type ImageRow, listImages } from '#hub/features/catalog/product-images/queries.ts'

/**
 * Returns the products that are in a document or receipt, or were ever in stock. They must be archived
 * instead of deleted.
 */
export async function listReferenced(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const names = (table: string) => sql`EXISTS (
    SELECT FROM ${sql.identifier(table)}
    WHERE organization_id = ${tx.organizationId} AND product_id = product.id)`
  const found = await listIds(
    tx,
    sql`SELECT id FROM unnest(${sql.param(ids)}::uuid[]) AS product (id)
      WHERE ${names('document_lines')} OR ${names('retail_sale_lines')} OR ${names('stock_balances')}`,
  )
  return new Set(found)
}

/** Deletes products with their dependent rows. Returns their images, whose files must be deleted after the commit. */
export async function removeProducts(tx: Tx, ids: string[]): Promise<ImageRow[]> {
  const images = await listImages(tx, ids)
  await deleteImages(
    tx,
    images.map(({ id }) => id),
  )
  await tx
    .delete(products)
    .where(and(eq(products.organizationId, tx.organizationId), inArray(products.id, ids)))
  return images
}
