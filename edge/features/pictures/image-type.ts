import { ImageType } from '#shared/contracts/catalog/product-images.ts'
import { BITMAP_TYPE, readBitmap } from '#shared/receipts/bitmap.ts'

const { 'image/jpeg': JPEG, 'image/png': PNG, 'image/webp': WEBP } = ImageType.enum

/** What pictures of products and logos are. */
export type PictureType = ImageType | typeof BITMAP_TYPE

/** What the bytes say that it is; null: no picture that a page would show, and no logo. */
export function imageTypeOf(bytes: Buffer): PictureType | null {
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return PNG
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return JPEG
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  if (isWebp) return WEBP
  return readBitmap(bytes) ? BITMAP_TYPE : null
}
