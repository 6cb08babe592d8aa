import { exportRoute } from '#hub/exports/export-route.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute, getRoute, listRoute } from '#hub/http/operations.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import {
  BarcodeDuplicatesPage,
  BarcodeDuplicatesQuery,
  CHANGE_PRODUCT_PRICE,
  EXPORT_PRODUCTS,
  GENERATE_BARCODE,
  LOOK_UP_PRODUCTS,
  PRODUCT_BY_BARCODE,
  PRODUCTS,
  QUICK_SEARCH,
  RECALCULATE_RETAIL,
  UPDATE_PRODUCTS,
} from '#shared/contracts/catalog/products.ts'
import { addInternalBarcode } from './barcodes/add-internal-barcode.ts'
import { bulkUpdate } from './bulk-update.ts'
import { createProduct } from './create-product.ts'
import { deleteProduct } from './delete-product.ts'
import { productFile } from './export-products.ts'
import { listProducts } from './list-products.ts'
import { presentProduct } from './present.ts'
import { changePrice } from './prices/change-price.ts'
import { recalculateRetail } from './prices/recalculate-retail.ts'
import { getProduct } from './queries.ts'
import { findByBarcode, listBarcodeDuplicates } from './search/find-by-barcode.ts'
import { lookUp } from './search/look-up.ts'
import { presentScanned } from './search/present-scanned.ts'
import { quickSearch } from './search/quick-search.ts'
import { updateProduct } from './update-product.ts'

const { base } = PRODUCTS
const tag = 'Catalog: products'

const standardRoutes = standardResource({
  ...PRODUCTS,
  tag,
  nouns: ['product', 'products'],
  area: 'catalog',
  stores: 'none',
  present: presentProduct,
  commands: {
    list: listProducts,
    get: getProduct,
    create: createProduct,
    update: updateProduct,
    remove: deleteProduct,
  },
})

export const productRoutes = area(
  getRoute({
    ...PRODUCT_BY_BARCODE,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Find a product by its barcode',
    description: [
      'The product itself when one has the barcode; an object with items when several do. If none has it and it is the',
      'label of a scale, the weighed product with the quantity.',
    ].join(' '),
    read: (tx, { value }) => findByBarcode(tx, value),
    present: presentScanned,
  }),
  getRoute({
    ...QUICK_SEARCH,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Search products for the lines of a document',
    description: [
      'Exact codes, articles and barcodes first, then names that begin with the text, then products with all the words. Without',
      'a result: the label of a scale, the text in the other keyboard layout, the text with typing errors corrected.',
    ].join(' '),
    read: (tx, { query }) => quickSearch(tx, query),
    present: (items) => ({ items }),
  }),
  actionRoute({
    ...LOOK_UP_PRODUCTS,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Find the products that a column of a table refers to',
    command: (tx, { body }) => lookUp(tx, body.texts),
    present: (found, actor) => ({ items: found.map((product) => product && presentProduct(product, actor)) }),
  }),
  listRoute({
    path: `${base}/barcode-duplicates`,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'List the barcodes that more than one product has',
    query: BarcodeDuplicatesQuery,
    answer: BarcodeDuplicatesPage,
    list: listBarcodeDuplicates,
    present: (row) => row,
  }),
  exportRoute({
    base,
    query: EXPORT_PRODUCTS.query,
    may: 'catalog.export',
    stores: 'none',
    tag,
    noun: 'products',
    description:
      'Takes the filters of the list; the columns are those that the import reads. Costs are included only for users who may see them.',
    file: productFile,
  }),
  actionRoute({
    ...UPDATE_PRODUCTS,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Change many products',
    description: 'Changes all of them or, when one cannot be changed, none.',
    command: (tx, { body }) => bulkUpdate(tx, body),
    present: (result) => result,
  }),
  actionRoute({
    ...CHANGE_PRODUCT_PRICE,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Change a price of a product',
    command: (tx, { id, body }) => changePrice(tx, id, body),
    present: presentProduct,
  }),
  actionRoute({
    ...RECALCULATE_RETAIL,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Set the retail price from the cost',
    description:
      'Cost × (1 + markup of the nearest group that has one) in the currency of the price type, rounded up to a whole unit unless the organization has another rounding.',
    command: (tx, { id }) => recalculateRetail(tx, id),
    present: presentProduct,
  }),
  actionRoute({
    ...GENERATE_BARCODE,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Give a product an internal EAN-13',
    command: (tx, { id }) => addInternalBarcode(tx, id),
    present: presentProduct,
  }),
  standardRoutes,
)
