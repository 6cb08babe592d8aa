import { ImageType } from '#shared/contracts/catalog/product-images.ts'
import { BITMAP_TYPE, readBitmap } from '#shared/receipts/bitmap.ts'

const { 'image/jpeg': JPEG, 'image/png': PNG, 'image/webp': WEBP } = ImageType.enum

/** File types of product pictures and logos. */
export type PictureType = ImageType | typeof BITMAP_TYPE

/**
 * Detects the type from the file's first bytes. Returns null for any file that is neither a supported picture
 * nor a logo.
 */
export function imageTypeOf(bytes: Buffer): PictureType | null {
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return PNG
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return JPEG
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  if (isWebp) return WEBP
  return readBitmap(bytes) ? BITMAP_TYPE : null
}
