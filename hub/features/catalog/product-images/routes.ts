import { getRecord } from '#hub/db/records.ts'
import { products } from '#hub/db/tables/products.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute } from '#hub/http/operations.ts'
import { route, router } from '#hub/http/route.ts'
import { MAX_IMAGE_BYTES } from '#shared/catalog/image-limits.ts'
import {
  ADD_PRODUCT_IMAGE,
  CHOOSE_MAIN_IMAGE,
  DELETE_PRODUCT_IMAGE,
  PRODUCT_IMAGES,
} from '#shared/contracts/catalog/product-images.ts'
import { addImage, storeImage } from './add-image.ts'
import { chooseMain } from './choose-main.ts'
import { presentImage } from './present.ts'
import { listImages } from './queries.ts'
import { readImage } from './read-image.ts'
import { deleteImageFiles, removeImage } from './remove-images.ts'

const tag = 'Catalog: product images'

const add = route({
  ...ADD_PRODUCT_IMAGE,
  may: 'catalog.update',
  stores: 'none',
  tag,
  summary: 'Add an image to a product',
  description:
    'JPEG, PNG or WebP, recognized by its content, at most 5 MiB and 10 per product. It is set upright, and all other ' +
    'data in the file is removed. The first one becomes the main one.',
  takesFile: { types: ['multipart/form-data'], maxBytes: MAX_IMAGE_BYTES },
  answers: { 201: ADD_PRODUCT_IMAGE.answer },
})

const addImageRoute = router().openapi(add, async (c) => {
  const { productId } = c.req.valid('param')
  const { file } = c.var
  await c.var.read((tx) => getRecord(tx, products, 'product', productId))
  // The image is read before anything is locked.
  const { organizationId } = await c.var.actor()
  const image = await readImage(organizationId, file)
  const stored = await storeImage(c.get('hub').files, organizationId, file, image)
  const row = await c.var.transact((tx) => addImage(tx, productId, stored))
  c.header('Location', `/api/catalog/products/${productId}/images`)
  return c.json(presentImage(row), 201)
})

export const productImageRoutes = area(
  getRoute({
    ...PRODUCT_IMAGES,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'List the images of a product',
    read: async (tx, { productId }) => {
      await getRecord(tx, products, 'product', productId)
      return listImages(tx, [productId])
    },
    present: (images) => ({ items: images.map(presentImage) }),
  }),
  addImageRoute,
  actionRoute({
    ...DELETE_PRODUCT_IMAGE,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Delete an image of a product',
    description: 'If it was the main one, the oldest of the others becomes the main one.',
    command: (tx, { productId, imageId }) => removeImage(tx, productId, imageId),
    afterwards: (hub, removed) => deleteImageFiles(hub, [removed]),
  }),
  actionRoute({
    ...CHOOSE_MAIN_IMAGE,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Make an image the main one of its product',
    command: (tx, { productId, imageId }) => chooseMain(tx, productId, imageId),
    present: presentImage,
  }),
)
