import { getRecord } from '#hub/db/records.ts'
import { products } from '#hub/db/tables/products.ts'
import { route, router } from '#hub/http/route.ts'
import {
  MAX_IMAGE_BYTES,
  OfProduct,
  OneImage,
  ProductImage,
  ProductImageList,
} from '#shared/contracts/catalog/product-images.ts'
import { addImage, storeImage } from './add-image.ts'
import { chooseMain } from './choose-main.ts'
import { presentImage } from './present.ts'
import { listImages } from './queries.ts'
import { readImage } from './read-image.ts'
import { deleteImageFiles, removeImage } from './remove-images.ts'

const BASE = '/api/catalog/products/{productId}/images'
const TAG = 'Catalog: product images'

const list = route({
  method: 'get',
  path: BASE,
  may: 'catalog.view',
  tag: TAG,
  summary: 'List the images of a product',
  params: OfProduct,
  answers: { 200: ProductImageList },
})

const add = route({
  method: 'post',
  path: BASE,
  may: 'catalog.update',
  tag: TAG,
  summary: 'Add an image to a product',
  description:
    'JPEG, PNG or WebP, told by its content, at most 5 MiB and 10 per product. It is set upright and stripped of what ' +
    'else it carries. The first one becomes the main one.',
  params: OfProduct,
  takesFile: { types: ['multipart/form-data'], maxBytes: MAX_IMAGE_BYTES },
  answers: { 201: ProductImage },
})

const remove = route({
  method: 'delete',
  path: `${BASE}/{imageId}`,
  may: 'catalog.update',
  tag: TAG,
  summary: 'Delete an image of a product',
  description: 'When it was the main one, the oldest of the others becomes it.',
  params: OneImage,
  answers: { 204: null },
})

const main = route({
  method: 'post',
  path: `${BASE}/{imageId}/main`,
  may: 'catalog.update',
  tag: TAG,
  summary: 'Make an image the main one of its product',
  params: OneImage,
  answers: { 200: ProductImage },
})

export const productImageRoutes = router()
  .openapi(list, async (c) => {
    const { productId } = c.req.valid('param')
    const images = await c.var.read(async (tx) => {
      await getRecord(tx, products, 'product', productId)
      return listImages(tx, [productId])
    })
    return c.json({ items: images.map(presentImage) }, 200)
  })
  .openapi(add, async (c) => {
    const { productId } = c.req.valid('param')
    const { file } = c.var
    await c.var.read((tx) => getRecord(tx, products, 'product', productId))
    // The work is done before anything is locked.
    const { organizationId } = await c.var.actor()
    const image = await readImage(organizationId, file)
    const stored = await storeImage(c.get('hub').files, organizationId, file, image)
    const row = await c.var.transact((tx) => addImage(tx, productId, stored))
    c.header('Location', `/api/catalog/products/${productId}/images`)
    return c.json(presentImage(row), 201)
  })
  .openapi(remove, async (c) => {
    const { productId, imageId } = c.req.valid('param')
    const removed = await c.var.transact((tx) => removeImage(tx, productId, imageId))
    await deleteImageFiles(c.get('hub'), [removed])
    return c.body(null, 204)
  })
  .openapi(main, async (c) => {
    const { productId, imageId } = c.req.valid('param')
    return c.json(presentImage(await c.var.transact((tx) => chooseMain(tx, productId, imageId))), 200)
  })
