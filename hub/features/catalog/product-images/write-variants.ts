import type { Sharp } from 'sharp'
import type { Variant } from '#hub/features/uploads/image-files.ts'
import { IMAGE_SIDES } from '#shared/catalog/image-limits.ts'
import type { ImageType } from '#shared/contracts/catalog/product-images.ts'

/** A product image in stored form. */
export interface ProductImage {
  contentType: ImageType
  /** Size of the upright image. */
  width: number
  height: number
  files: Record<Variant, Uint8Array>
}

/**
 * Encodes the image in three sizes, without any other data of the file, such as its location, camera, or
 * trailing bytes.
 */
export async function writeVariants(image: Sharp, contentType: ImageType): Promise<ProductImage> {
  const { data, info } = await encode(image.clone(), contentType).toBuffer({ resolveWithObject: true })
  const files = { original: data, thumb: await shrink(image, 'thumb'), card: await shrink(image, 'card') }
  return { contentType, width: info.width, height: info.height, files }
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

function shrink(image: Sharp, variant: Exclude<Variant, 'original'>): Promise<Buffer> {
  const side = IMAGE_SIDES[variant]
  const size = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const
  return image.clone().resize(size).webp({ quality: 80 }).toBuffer()
}
