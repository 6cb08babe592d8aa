import type { Tx } from '#hub/db/transact.ts'
import { imageFile, type Variant } from '#hub/features/uploads/image-files.ts'
import { type FileStore, newFileKey } from '#hub/files/file-store.ts'
import type { UploadedFile } from '#hub/http/env.ts'
import { MAX_IMAGES_PER_PRODUCT } from '#shared/catalog/image-limits.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { type ImageRow, insertImage, listImages, lockProduct } from './queries.ts'
import type { ProductImage } from './write-variants.ts'

export interface StoredImage {
  fileKey: string
  fileName: string
  image: ProductImage
}

/**
 * Stores the files before the row that refers to them, so that a row always has its files. Nobody knows the
 * addresses of files without a row.
 */
export async function storeImage(
  files: FileStore,
  organizationId: string,
  { name }: Pick<UploadedFile, 'name'>,
  image: ProductImage,
): Promise<StoredImage> {
  const stored = { fileKey: newFileKey(), fileName: name, image }
  const named = { organizationId, fileKey: stored.fileKey, contentType: image.contentType }
  for (const [variant, bytes] of Object.entries(image.files) as [Variant, Uint8Array][]) {
    const type = variant === 'original' ? image.contentType : 'image/webp'
    await files.put(imageFile(named, variant), bytes, type)
  }
  return stored
}

/**
 * Adds an image. The first image of a product becomes its main one. Throws `not_found`, or `invalid_request`
 * when the product already has 10 images.
 */
export async function addImage(tx: Tx, productId: string, stored: StoredImage): Promise<ImageRow> {
  await lockProduct(tx, productId)
  const present = await listImages(tx, [productId])
  if (present.length >= MAX_IMAGES_PER_PRODUCT)
    throw invalidField(['file'], `a product has at most ${MAX_IMAGES_PER_PRODUCT} images`)
  const { contentType, width, height, files } = stored.image
  return insertImage(tx, {
    organizationId: tx.organizationId,
    id: newId(),
    productId,
    fileName: stored.fileName,
    fileKey: stored.fileKey,
    contentType,
    size: files.original.byteLength,
    width,
    height,
    isMain: present.length === 0,
    sortOrder: 1 + Math.max(-1, ...present.map((image) => image.sortOrder)),
  })
}
