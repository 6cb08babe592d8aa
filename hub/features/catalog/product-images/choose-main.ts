import type { Tx } from '#hub/db/transact.ts'
import { getImage, type ImageRow, listImages, lockProduct, setMain } from './queries.ts'

/** Makes the image the only main one of its product. Throws `not_found`. */
export async function chooseMain(tx: Tx, productId: string, imageId: string): Promise<ImageRow> {
  await lockProduct(tx, productId)
  const image = await getImage(tx, productId, imageId)
  const [main] = await listImages(tx, [productId])
  // Unset the old one first, because a unique index allows only one.
  if (main?.isMain && main.id !== imageId) await setMain(tx, main.id, false)
  await setMain(tx, imageId, true)
  return { ...image, isMain: true }
}
