import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { FileFault } from '#hub/foreign-files/file-fault.ts'
import type { ForeignFile } from '#hub/foreign-files/reader-process.ts'
import { MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE } from '#shared/catalog/image-limits.ts'
import type { ImageType } from '#shared/contracts/catalog/product-images.ts'

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
    return await work(
      sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).autoOrient(),
      type,
    )
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
  if (Math.max(about.width, about.height) > MAX_IMAGE_SIDE)
    throw notAnImage(`is more than ${MAX_IMAGE_SIDE} pixels long or wide`)
  if (about.width * about.height > MAX_IMAGE_PIXELS)
    throw notAnImage(`has more than ${MAX_IMAGE_PIXELS / 1e6} million pixels`)
  return type
}

const notAnImage = (message: string): FileFault => new FileFault({ message })
