import sharp, { type Metadata, type Sharp } from 'sharp'
import type { Variant } from '#hub/features/uploads/image-files.ts'
import { readWhole, type UploadedFile } from '#hub/http/uploaded-file.ts'
import type { ImageType } from '#shared/contracts/catalog/product-images.ts'
import { invalidField, type Problem } from '#shared/problems/problem.ts'
import { FairQueue } from './fair-queue.ts'

/** The largest cameras of phones make such; what claims more is taken for a decompression bomb. */
const MAX_PIXELS = 64_000_000
/** WebP knows no longer side; a line of millions of pixels takes seconds, however few lines there are. */
const MAX_SIDE_PIXELS = 16_383
/** Each holds a thread and its decoded pixels. */
const AT_ONCE = 2
const SIDE_PIXELS: Record<Exclude<Variant, 'original'>, number> = { thumb: 200, card: 800 }

const TYPES: Partial<Record<string, ImageType>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

export interface ReadImage {
  contentType: ImageType
  /** Of the upright image. */
  width: number
  height: number
  files: Record<Variant, Buffer>
}

// Decoded pixels are large: they are not kept.
sharp.cache(false)
const queue = new FairQueue(AT_ONCE)

/**
 * Decodes the image whatever it is called, sets it upright and writes it again in three sizes, with nothing of what came
 * along: no place, no camera, no bytes behind the end. Organizations take turns; what waits is on the disk. Throws
 * invalid_request.
 */
export function readImage(organizationId: string, file: UploadedFile): Promise<ReadImage> {
  return decodeImage(organizationId, file, async (image, contentType) => {
    const { data, info } = await encode(image.clone(), contentType).toBuffer({ resolveWithObject: true })
    const files = { original: data, thumb: await shrink(image, 'thumb'), card: await shrink(image, 'card') }
    return { contentType, width: info.width, height: info.height, files }
  })
}

/** Gives the upright image to `work` when it is the turn of the organization. Throws invalid_request. */
export function decodeImage<T>(
  organizationId: string,
  file: UploadedFile,
  work: (image: Sharp, type: ImageType) => Promise<T>,
): Promise<T> {
  return queue.run(organizationId, async () => {
    const bytes = await readWhole(file)
    const contentType = await recognize(bytes)
    try {
      return await work(
        sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient(),
        contentType,
      )
    } catch {
      throw notAnImage('is damaged: it cannot be decoded')
    }
  })
}

/** By its content; reads the header alone. */
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

function encode(image: Sharp, type: ImageType): Sharp {
  switch (type) {
    case 'image/jpeg':
      return image.jpeg({ quality: 90, mozjpeg: false })
    case 'image/png':
      return image.png()
    case 'image/webp':
      return image.webp({ quality: 90 })
  }
}

function shrink(image: Sharp, variant: keyof typeof SIDE_PIXELS): Promise<Buffer> {
  const side = SIDE_PIXELS[variant]
  const size = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const
  return image.clone().resize(size).webp({ quality: 80 }).toBuffer()
}

const notAnImage = (detail: string): Problem => invalidField(['file'], detail)
