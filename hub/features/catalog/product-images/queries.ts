import { and, asc, desc, eq, type InferSelectModel, inArray } from 'drizzle-orm'
import { notFound } from '#hub/db/records.ts'
import { among, type Given, statement } from '#hub/db/statement.ts'
import { productImages, products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'

export type ImageRow = InferSelectModel<typeof productImages>

const imagesOf = statement('product-images.of-products', (given: Given<'productIds'>, db) =>
  db
    .select()
    .from(productImages)
    .where(
      and(
        eq(productImages.organizationId, given.organizationId),
        among(productImages.productId, given.productIds),
      ),
    )
    .orderBy(desc(productImages.isMain), asc(productImages.sortOrder), asc(productImages.id)),
)

/**
 * Returns the images of several products in one statement. Those of each product are in order, with the main
 * one first.
 */
export async function listImages(tx: Tx, productIds: readonly string[]): Promise<ImageRow[]> {
  return productIds.length === 0 ? [] : imagesOf(tx, { productIds })
}

/** Locks a product before its images change, so that changes run one after another. Throws `not_found`. */
export async function lockProduct(tx: Tx, id: string): Promise<void> {
  const [product] = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.organizationId, tx.organizationId), eq(products.id, id)))
    .for('no key update')
  if (!product) throw notFound('product', id)
}

/** Returns an image. Throws `not_found`, also for an image of another product. */
export async function getImage(tx: Tx, productId: string, imageId: string): Promise<ImageRow> {
  const image = (await listImages(tx, [productId])).find(({ id }) => id === imageId)
  if (!image) throw notFound('image', imageId)
  return image
}

export async function insertImage(tx: Tx, image: Omit<ImageRow, 'createdAt'>): Promise<ImageRow> {
  const [row] = await tx.insert(productImages).values(image).returning()
  return row as ImageRow
}

export async function deleteImages(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .delete(productImages)
    .where(and(eq(productImages.organizationId, tx.organizationId), inArray(productImages.id, [...ids])))
}

export async function setMain(tx: Tx, id: string, isMain: boolean): Promise<void> {
  await tx
    .update(productImages)
    .set({ isMain })
    .where(and(eq(productImages.organizationId, tx.organizationId), eq(productImages.id, id)))
}
