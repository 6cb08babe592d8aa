import { allOf, ForeignReader, type OpenedFile } from '#hub/foreign-files/foreign-reader.ts'
import { IMAGE_READER } from '#shared/catalog/image-limits.ts'
import type { ImageAnswer } from './image-reader.ts'
import type { ProductImage } from './write-variants.ts'

const reader = new ForeignReader<null, ImageAnswer>(
  new URL('./image-reader.ts', import.meta.url),
  IMAGE_READER,
)

/** Decodes the image by its content, rotates it upright and encodes it in three sizes. Throws `invalid_request`. */
export function readImage(
  organizationId: string,
  file: OpenedFile,
  signal?: AbortSignal,
): Promise<ProductImage> {
  return reader.read(organizationId, file, null, imageOf, signal)
}

async function imageOf(answers: AsyncIterable<ImageAnswer>): Promise<ProductImage> {
  const [about, original, thumb, card] = await allOf(answers)
  return { ...about, files: { original, thumb, card } } as ProductImage
}
