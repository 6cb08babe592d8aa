import type { ImageType } from '#shared/contracts/catalog/product-images.ts'

/** The files of one image: as it was uploaded, for a list, and for a page of its own. */
export type Variant = 'original' | 'thumb' | 'card'

const EXTENSIONS: Record<ImageType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

interface Image {
  organizationId: string
  /** Random (hub/files/file-store.ts). */
  fileKey: string
  contentType: ImageType
}

/** Its key in the store; behind a slash it is its address as well. */
export function imageFile(image: Image, variant: Variant): string {
  const extension = variant === 'original' ? EXTENSIONS[image.contentType] : 'webp'
  return `uploads/${image.organizationId}/${image.fileKey}/${variant}.${extension}`
}

export const imageAddress = (image: Image, variant: Variant): string => `/${imageFile(image, variant)}`

/** The folder of a logo: its file for a person to see, and one for each width of paper (shared/receipts/bitmap.ts). */
export const logoFolder = (organizationId: string, fileKey: string): string =>
  `uploads/${organizationId}/${fileKey}`

const IMAGE_FILE =
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\/[\da-f]{40}\/(original\.(jpg|png|webp)|(thumb|card)\.webp|(58|80)\.pbm)$/

/** The key of the file at `/uploads/<path>`; undefined for whatever is no address of an image. */
export function keyOfAddress(path: string): string | undefined {
  return IMAGE_FILE.test(path) ? `uploads/${path}` : undefined
}
