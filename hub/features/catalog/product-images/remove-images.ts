import type { HubCore } from '#hub/core.ts'
import type { Tx } from '#hub/db/transact.ts'
import { imageFile } from '#hub/features/uploads/image-files.ts'
import type { FileStore } from '#hub/files/file-store.ts'
import { deleteImages, getImage, type ImageRow, listImages, lockProduct, setMain } from './queries.ts'

/** Deletes the image. If it was the main one, the oldest remaining image becomes the main one. Throws `not_found`. */
export async function removeImage(tx: Tx, productId: string, imageId: string): Promise<ImageRow> {
  await lockProduct(tx, productId)
  const image = await getImage(tx, productId, imageId)
  await deleteImages(tx, [imageId])
  const [oldest] = await listImages(tx, [productId])
  if (image.isMain && oldest) await setMain(tx, oldest.id, true)
  return image
}

/** Removes all images of a product, before the product itself is deleted. Throws `not_found`. */
export async function removeImagesOf(tx: Tx, productId: string): Promise<ImageRow[]> {
  await lockProduct(tx, productId)
  const images = await listImages(tx, [productId])
  await deleteImages(
    tx,
    images.map((image) => image.id),
  )
  return images
}

/** Deletes the files of images. Call it after the commit. A file that cannot be deleted is only logged. */
export async function deleteImageFiles(
  hub: Pick<HubCore, 'log'> & { files: FileStore },
  images: readonly ImageRow[],
): Promise<void> {
  for (const image of images) {
    for (const variant of ['original', 'thumb', 'card'] as const) {
      const key = imageFile(image, variant)
      await hub.files.delete(key).catch((error: unknown) => {
        hub.log.warn({ err: error, key }, 'the file of a deleted image could not be deleted')
      })
    }
  }
}
