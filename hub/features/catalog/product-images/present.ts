import { imageAddress } from '#hub/features/uploads/image-files.ts'
import type { ProductImage } from '#shared/contracts/catalog/product-images.ts'
import type { ImageRow } from './queries.ts'

export function presentImage(image: ImageRow): ProductImage {
  return {
    id: image.id,
    productId: image.productId,
    fileName: image.fileName,
    contentType: image.contentType,
    size: image.size,
    width: image.width,
    height: image.height,
    url: imageAddress(image, 'original'),
    cardUrl: imageAddress(image, 'card'),
    thumbUrl: imageAddress(image, 'thumb'),
    isMain: image.isMain,
    sortOrder: image.sortOrder,
    createdAt: image.createdAt.toISOString(),
  }
}
