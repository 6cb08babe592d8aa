import { EXPORT_PRODUCTS, PRODUCTS } from '#shared/contracts/catalog/products.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { ProductKind } from '#shared/domain/product.ts'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { COUNTERPARTY, COUNTRY, PRODUCT_GROUP } from '../references.ts'
import { ChosenProducts } from './chosen-products.tsx'
import { ImportButton } from './import-button.tsx'

const products = list({
  endpoint: listOf(PRODUCTS),
  texts: 'products',
  exactTotal: true,
  columns: [
    { id: 'name', sort: 'name', width: 320, phone: 'rest', cell: ({ name }) => name },
    { id: 'code', sort: 'code', width: 100, cell: ({ code }) => code },
    { id: 'article', sort: 'article', width: 120, cell: ({ article }) => article, isHidden: true },
    { id: 'barcode', width: 150, cell: ({ barcodes }) => barcodes[0]?.value },
    { id: 'groupPath', width: 220, cell: ({ groupPath }) => groupPath },
    {
      id: 'retailPrice',
      sort: 'retailPrice',
      width: 110,
      phone: 100,
      isNumber: true,
      cell: ({ retailPrice }, { amount }) => amount(retailPrice),
    },
    {
      id: 'cost',
      sort: 'cost',
      width: 130,
      isNumber: true,
      may: 'costs.view',
      cell: ({ cost }, { amount }) => (cost === undefined ? '' : amount(cost)),
    },
    {
      id: 'effectiveVatRate',
      width: 80,
      isNumber: true,
      cell: ({ effectiveVatRate }, { percent }) =>
        effectiveVatRate === null ? '—' : percent(effectiveVatRate),
    },
    { id: 'unitName', width: 80, cell: ({ unitName }) => unitName },
    {
      id: 'minStock',
      width: 110,
      isNumber: true,
      isHidden: true,
      cell: ({ minStock }, { quantity }) => (minStock === null ? '' : quantity(minStock)),
    },
    {
      id: 'updatedAt',
      sort: 'updatedAt',
      width: 175,
      isHidden: true,
      cell: ({ updatedAt }, { dateTime }) => dateTime(updatedAt),
    },
  ],
  filters: [
    { name: 'productGroupId', kind: 'reference', to: PRODUCT_GROUP },
    { name: 'kind', kind: 'choice', options: ProductKind.options, texts: 'productKind' },
    { name: 'supplierId', kind: 'reference', to: COUNTERPARTY },
    { name: 'countryId', kind: 'reference', to: COUNTRY },
    { name: 'isArchived', kind: 'yes-no' },
    { name: 'isWeighed', kind: 'yes-no' },
    { name: 'hasBarcode', kind: 'yes-no' },
    { name: 'belowMinStock', kind: 'yes-no' },
    { name: 'belowCost', kind: 'yes-no' },
    { name: 'priceFrom', kind: 'number' },
    { name: 'priceTo', kind: 'number' },
  ],
  open: ({ id }) => `/products/${id}`,
  create: { to: '/products/new', may: 'catalog.create' },
  export: { endpoint: EXPORT_PRODUCTS, may: 'catalog.export' },
  actions: () => <ImportButton />,
  bulk: (chosen, done) => <ChosenProducts chosen={chosen} done={done} />,
})

export const prepare = prepareList(products)
export const Page = () => <ListPage definition={products} />
