import type { Tx } from '#hub/db/transact.ts'
import { getImage, type ImageRow, listImages, lockProduct, setMain } from './queries.ts'

/** Exactly one image of a product is the main one. Throws not_found. */
export async function chooseMain(tx: Tx, productId: string, imageId: string): Promise<ImageRow> {
  await lockProduct(tx, productId)
  const image = await getImage(tx, productId, imageId)
  const [main] = await listImages(tx, [productId])
  // The old one first: an index allows no two.
  if (main?.isMain && main.id !== imageId) await setMain(tx, main.id, false)
  await setMain(tx, imageId, true)
  return { ...image, isMain: true }
}
