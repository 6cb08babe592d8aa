import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { FileFault } from '#hub/foreign-files/file-fault.ts'
import type { ForeignFile } from '#hub/foreign-files/reader-process.ts'
import type { ImageType } from '#shared/contracts/catalog/product-images.ts'

/** Size of images from the largest phone cameras. A larger image is treated as a decompression bomb. */
const MAX_PIXELS = 64_000_000
/** Maximum side length that WebP supports. A row of millions of pixels takes seconds, however few rows there are. */
const MAX_SIDE_PIXELS = 16_383

const TYPES: Partial<Record<string, ImageType>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

/**
 * Passes the upright image to `work`. The type is detected from the content, whatever the file's name. Runs
 * in a reader process (hub/foreign-files/). Throws FileFault, also when `work` throws, because images are
 * decoded only while they are written.
 */
export async function decodeImage<Result>(
  file: ForeignFile,
  work: (image: Sharp, type: ImageType) => Promise<Result>,
): Promise<Result> {
  const bytes = await buffer(file.open())
  const type = await recognize(bytes)
  try {
    return await work(sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient(), type)
  } catch {
    throw notAnImage('is damaged: it cannot be decoded')
  }
}

/** Detects the type from the content. Reads only the header. */
async function recognize(bytes: Uint8Array): Promise<ImageType> {
  let about: Metadata
  try {
    about = await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch {
    throw notAnImage('is not a JPEG, PNG or WebP image')
  }
  const type = TYPES[about.format ?? '']
  if (!type) throw notAnImage('is not a JPEG, PNG or WebP image')
  if (Math.max(about.width, about.height) > MAX_SIDE_PIXELS)
    throw notAnImage(`is more than ${MAX_SIDE_PIXELS} pixels long or wide`)
  if (about.width * about.height > MAX_PIXELS)
    throw notAnImage(`has more than ${MAX_PIXELS / 1e6} million pixels`)
  return type
}

const notAnImage = (message: string): FileFault => new FileFault({ message })
