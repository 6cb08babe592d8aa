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
  deeds: {
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
      'The product itself when one has the barcode; an object with items when several do. When none has it and it is a',
      "scale's label, the weighed product with the quantity.",
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
      'Exact codes, articles and barcodes first, then names that begin so, then products that have all the words. When',
      "there are none: a scale's label, the text in the other keyboard layout, the text without slips of the finger.",
    ].join(' '),
    read: (tx, { query }) => quickSearch(tx, query),
    present: (items) => ({ items }),
  }),
  actionRoute({
    ...LOOK_UP_PRODUCTS,
    may: 'catalog.view',
    stores: 'none',
    tag,
    summary: 'Find the products that a column of a table names',
    deed: (tx, { body }) => lookUp(tx, body.texts),
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
      'The filters of the list; the columns are those that the import reads. Costs only for those who may see them.',
    file: productFile,
  }),
  actionRoute({
    ...UPDATE_PRODUCTS,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Change many products',
    description: 'All of them or, when one of them does not allow it, none.',
    deed: (tx, { body }) => bulkUpdate(tx, body),
    present: (result) => result,
  }),
  actionRoute({
    ...CHANGE_PRODUCT_PRICE,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Change a price of a product',
    deed: (tx, { id, body }) => changePrice(tx, id, body),
    present: presentProduct,
  }),
  actionRoute({
    ...RECALCULATE_RETAIL,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Make the retail price of the cost',
    description:
      'Cost × (1 + markup of the nearest group that has one) in the currency of the price type, rounded up to a whole unit unless the organization has another rounding.',
    deed: (tx, { id }) => recalculateRetail(tx, id),
    present: presentProduct,
  }),
  actionRoute({
    ...GENERATE_BARCODE,
    may: 'catalog.update',
    stores: 'none',
    tag,
    summary: 'Give a product an internal EAN-13',
    deed: (tx, { id }) => addInternalBarcode(tx, id),
    present: presentProduct,
  }),
  standardRoutes,
)
