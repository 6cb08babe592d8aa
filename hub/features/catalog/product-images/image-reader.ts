import type { ForeignFile } from '#hub/foreign-files/reader-process.ts'
import { decodeImage } from './decode-image.ts'
import { type ProductImage, writeVariants } from './write-variants.ts'

/** Parts of the answer: first the description, then the files original, thumb and card. */
export type ImageAnswer = Omit<ProductImage, 'files'> | Uint8Array

/** Reads the image of a product in a separate process. Throws FileFault. */
export async function* read(file: ForeignFile): AsyncGenerator<ImageAnswer> {
  const { files, ...about } = await decodeImage(file, writeVariants)
  yield about
  yield* [files.original, files.thumb, files.card]
}
