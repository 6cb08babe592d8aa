import { PRODUCTS, ProductKind } from '#shared/contracts/catalog/products.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { COUNTERPARTY, PRODUCT_GROUP } from '../references.ts'

const products = list({
  endpoint: listOf(PRODUCTS),
  texts: 'products',
  always: { exactTotal: 'true' },
  columns: [
    { id: 'name', sort: 'name', width: 340, cell: ({ name }) => name },
    { id: 'code', sort: 'code', width: 100, cell: ({ code }) => code },
    { id: 'article', sort: 'article', width: 120, cell: ({ article }) => article, isHidden: true },
    { id: 'barcode', width: 150, cell: ({ barcodes }) => barcodes[0]?.value },
    { id: 'groupPath', width: 220, cell: ({ groupPath }) => groupPath },
    {
      ...{ id: 'retailPrice', sort: 'retailPrice', width: 110, isNumber: true },
      cell: ({ retailPrice }, { amount }) => amount(retailPrice),
    },
    {
      ...{ id: 'cost', sort: 'cost', width: 110, isNumber: true, may: 'costs.view' },
      cell: ({ cost }, { amount }) => (cost === undefined ? '' : amount(cost)),
    },
    {
      ...{ id: 'effectiveVatRate', width: 80, isNumber: true },
      cell: ({ effectiveVatRate }, { percent }) =>
        effectiveVatRate === null ? '—' : percent(effectiveVatRate),
    },
    { id: 'unitName', width: 80, cell: ({ unitName }) => unitName },
    {
      ...{ id: 'updatedAt', sort: 'updatedAt', width: 150, isHidden: true },
      cell: ({ updatedAt }, { dateTime }) => dateTime(updatedAt),
    },
  ],
  filters: [
    { name: 'productGroupId', kind: 'reference', to: PRODUCT_GROUP },
    { name: 'kind', kind: 'choice', options: ProductKind.options },
    { name: 'supplierId', kind: 'reference', to: COUNTERPARTY },
    { name: 'isArchived', kind: 'yes-no' },
    { name: 'isWeighed', kind: 'yes-no' },
    { name: 'hasBarcode', kind: 'yes-no' },
    { name: 'belowMinStock', kind: 'yes-no' },
    { name: 'priceFrom', kind: 'number' },
    { name: 'priceTo', kind: 'number' },
  ],
})

export const prepare = prepareList(products)
export const Page = () => <ListPage definition={products} />
