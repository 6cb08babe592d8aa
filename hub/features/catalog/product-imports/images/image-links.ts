import { and, asc, eq, type InferSelectModel, sql } from 'drizzle-orm'
import { insertRows } from '#hub/db/insert-rows.ts'
import { matches } from '#hub/db/records.ts'
import { productImportImages } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { ImportImageQuery } from '#shared/contracts/catalog/product-imports.ts'
import { newId } from '#shared/std/ids.ts'
import { getImport } from '../queries.ts'

export type ImageLink = InferSelectModel<typeof productImportImages>

export interface PlannedLink {
  row: number
  productId: string
  url: string
}

/** Returns the links to download, except those that the product already had (docs/domain.md#image-links). */
export async function newLinks(tx: Tx, links: readonly PlannedLink[]): Promise<PlannedLink[]> {
  if (links.length === 0) return []
  const known = await tx.execute<{ product_id: string; url: string }>(sql`
    SELECT product_id, url FROM product_import_images
    WHERE organization_id = ${tx.organizationId} AND status <> 'Failed'
      AND product_id = ANY(${sql.param(links.map(({ productId }) => productId))}::uuid[])`)
  const keys = new Set(known.rows.map((link) => `${link.product_id} ${link.url}`))
  return links.filter(({ productId, url }) => {
    const key = `${productId} ${url}`
    const isNew = !keys.has(key)
    keys.add(key)
    return isNew
  })
}

export async function insertLinks(tx: Tx, importId: string, links: readonly PlannedLink[]): Promise<void> {
  const { organizationId } = tx
  await insertRows(
    tx,
    productImportImages,
    links.map((link) => ({ ...link, organizationId, id: newId(), importId, status: 'Pending' as const })),
  )
}

/** Returns up to `limit` pending links, in the order of the file. */
export function pendingLinks(tx: Tx, importId: string, limit: number): Promise<ImageLink[]> {
  return tx
    .select()
    .from(productImportImages)
    .where(and(ofImport(tx, importId), eq(productImportImages.status, 'Pending')))
    .orderBy(asc(productImportImages.row), asc(productImportImages.id))
    .limit(limit)
}

/** Saves the result of a link. Returns false when another run has already done so. */
export async function settleLink(
  tx: Tx,
  id: string,
  values: Pick<ImageLink, 'status' | 'message'>,
): Promise<boolean> {
  const settled = await tx
    .update(productImportImages)
    .set(values)
    .where(
      and(
        eq(productImportImages.organizationId, tx.organizationId),
        eq(productImportImages.id, id),
        eq(productImportImages.status, 'Pending'),
      ),
    )
    .returning({ id: productImportImages.id })
  return settled.length > 0
}

/** Returns a page of links, in the order of the file. Throws `not_found`. */
export async function listLinks(
  tx: Tx,
  importId: string,
  { page, pageSize, status }: ImportImageQuery,
): Promise<{ rows: ImageLink[]; total: number }> {
  await getImport(tx, importId)
  const where = and(ofImport(tx, importId), matches(productImportImages.status, status))
  const rows = await tx
    .select()
    .from(productImportImages)
    .where(where)
    .orderBy(asc(productImportImages.row), asc(productImportImages.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows, total: await tx.$count(productImportImages, where) }
}

const ofImport = (tx: Tx, importId: string) =>
  and(eq(productImportImages.organizationId, tx.organizationId), eq(productImportImages.importId, importId))
