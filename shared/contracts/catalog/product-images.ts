import { z } from 'zod'
import { IMAGE_SIDES } from '#shared/catalog/image-limits.ts'
import { Count, Id, integer, UtcTime } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'

export const ImageType = z.enum(['image/jpeg', 'image/png', 'image/webp'])
export type ImageType = z.infer<typeof ImageType>

const Address = z.string().meta({ description: 'Path of the file at the hub; needs no token' })

export const ProductImage = z
  .object({
    id: Id,
    productId: Id,
    fileName: z.string(),
    contentType: ImageType,
    size: Count.meta({ description: 'Size of the full image in bytes' }),
    width: Count,
    height: Count,
    url: Address,
    cardUrl: Address.meta({ description: `At most ${IMAGE_SIDES.card} by ${IMAGE_SIDES.card} pixels, WebP` }),
    thumbUrl: Address.meta({
      description: `At most ${IMAGE_SIDES.thumb} by ${IMAGE_SIDES.thumb} pixels, WebP`,
    }),
    isMain: z.boolean(),
    sortOrder: integer(),
    createdAt: UtcTime,
  })
  .meta({ id: 'ProductImage' })
export type ProductImage = z.infer<typeof ProductImage>

/** Images in order of upload, with the main image first. */
const ProductImageList = z.object({ items: z.array(ProductImage) }).meta({ id: 'ProductImageList' })

const OfProduct = z.object({ productId: Id })
const OneImage = OfProduct.extend({ imageId: Id })

const base = '/api/catalog/products/{productId}/images'
export const PRODUCT_IMAGES = endpoint({
  method: 'get',
  path: base,
  params: OfProduct,
  answer: ProductImageList,
})
/** Adds an image. The body is a form with the part `file`. */
export const ADD_PRODUCT_IMAGE = endpoint({
  method: 'post',
  path: base,
  params: OfProduct,
  answer: ProductImage,
})
export const DELETE_PRODUCT_IMAGE = endpoint({
  method: 'delete',
  path: `${base}/{imageId}`,
  params: OneImage,
  answer: null,
})
export const CHOOSE_MAIN_IMAGE = endpoint({
  method: 'post',
  path: `${base}/{imageId}/main`,
  params: OneImage,
  answer: ProductImage,
})
