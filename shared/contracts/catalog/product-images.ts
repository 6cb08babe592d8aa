import { z } from 'zod'
import { Count, Id, integer, UtcTime } from '#shared/domain/fields.ts'
import { endpoint } from '../endpoint.ts'

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
export const MAX_IMAGES_PER_PRODUCT = 10

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
    cardUrl: Address.meta({ description: 'At most 800 by 800 pixels, WebP' }),
    thumbUrl: Address.meta({ description: 'At most 200 by 200 pixels, WebP' }),
    isMain: z.boolean(),
    sortOrder: integer(),
    createdAt: UtcTime,
  })
  .meta({ id: 'ProductImage' })
export type ProductImage = z.infer<typeof ProductImage>

/** Images with the main one first, then in the order of their upload. */
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
