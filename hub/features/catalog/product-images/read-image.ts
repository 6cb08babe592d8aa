import {
  allOf,
  ForeignReader,
  type OpenedFile,
  type ReaderLimits,
} from '#hub/foreign-files/foreign-reader.ts'
import type { ImageAnswer } from './image-reader.ts'
import type { ProductImage } from './write-variants.ts'

/** Limits of the reader. Rotating 64 million pixels takes 400 MB and 6 s. */
export const IMAGE_LIMITS: ReaderLimits & { isNative: true } = {
  memoryBytes: 768 * 1024 ** 2,
  processorSeconds: 20,
  deadlineMs: 2 * 60_000,
  answerBytes: 128 * 1024 ** 2,
  atOnce: 2,
  isNative: true,
}

const reader = new ForeignReader<null, ImageAnswer>(
  new URL('./image-reader.ts', import.meta.url),
  IMAGE_LIMITS,
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
