import type { ImageType } from '#shared/contracts/catalog/product-images.ts'

/** Variants of an image: as uploaded, for lists, and for the page of the product. */
export type Variant = 'original' | 'thumb' | 'card'

const EXTENSIONS: Record<ImageType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

interface Image {
  organizationId: string
  /** Random key (hub/files/file-store.ts). */
  fileKey: string
  contentType: ImageType
}

/** Returns the file store key of an image. With a leading slash it is also the address. */
export function imageFile(image: Image, variant: Variant): string {
  const extension = variant === 'original' ? EXTENSIONS[image.contentType] : 'webp'
  return `uploads/${image.organizationId}/${image.fileKey}/${variant}.${extension}`
}

export const imageAddress = (image: Image, variant: Variant): string => `/${imageFile(image, variant)}`

/**
 * Returns the folder of a logo. It contains a file for display and one for each paper width
 * (shared/receipts/bitmap.ts).
 */
export const logoFolder = (organizationId: string, fileKey: string): string =>
  `uploads/${organizationId}/${fileKey}`

const IMAGE_FILE =
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\/[\da-f]{40}\/(original\.(jpg|png|webp)|(thumb|card)\.webp|(58|80)\.pbm)$/

/** Returns the key of the file at `/uploads/<path>`, or undefined when the path is not an image address. */
export function keyOfAddress(path: string): string | undefined {
  return IMAGE_FILE.test(path) ? `uploads/${path}` : undefined
}
