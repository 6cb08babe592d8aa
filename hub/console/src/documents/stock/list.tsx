import { EXPORT_STOCK, STOCK, StockMode } from '#shared/contracts/inventory/stock.ts'
import { PRODUCT_GROUP, STORE } from '../../catalog/references.ts'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'

const stock = list({
  endpoint: STOCK,
  texts: 'stock',
  exactTotal: true,
  columns: [
    {
      id: 'productName',
      sort: 'productName',
      width: 300,
      phone: 'rest',
      cell: ({ productName }) => productName,
    },
    { id: 'code', sort: 'code', width: 100, cell: ({ code }) => code },
    { id: 'barcode', width: 150, cell: ({ barcode }) => barcode, isHidden: true },
    { id: 'groupPath', width: 200, cell: ({ groupPath }) => groupPath, isHidden: true },
    { id: 'storeName', width: 170, cell: ({ storeName }) => storeName },
    {
      id: 'quantity',
      sort: 'quantity',
      width: 110,
      phone: 90,
      isNumber: true,
      cell: ({ quantity }, format) => format.quantity(quantity),
    },
    { id: 'unitName', width: 70, phone: 60, cell: ({ unitName }) => unitName },
    {
      id: 'minStock',
      width: 110,
      isNumber: true,
      isHidden: true,
      cell: ({ minStock }, format) => (minStock === null ? '' : format.quantity(minStock)),
    },
    {
      id: 'averageCost',
      width: 180,
      isNumber: true,
      may: 'costs.view',
      cell: ({ averageCost }, { amount }) => (averageCost === undefined ? '' : amount(averageCost)),
    },
    {
      id: 'costSum',
      width: 130,
      isNumber: true,
      may: 'costs.view',
      cell: ({ costSum }, { amount }) => (costSum === undefined ? '' : amount(costSum)),
    },
    { id: 'retailSum', width: 140, isNumber: true, cell: ({ retailSum }, { amount }) => amount(retailSum) },
    {
      id: 'lastMovementAt',
      sort: 'lastMovementAt',
      width: 175,
      isHidden: true,
      cell: ({ lastMovementAt }, { dateTime }) => (lastMovementAt ? dateTime(lastMovementAt) : ''),
    },
  ],
  filters: [
    { name: 'storeId', kind: 'reference', to: STORE },
    { name: 'productGroupId', kind: 'reference', to: PRODUCT_GROUP },
    { name: 'stockMode', kind: 'choice', options: StockMode.options, texts: 'stockMode' },
    { name: 'asOf', kind: 'day' },
  ],
  open: ({ productId, storeId }) => `/stock/why?productId=${productId}&storeId=${storeId}`,
  export: { endpoint: EXPORT_STOCK, may: 'inventory.export' },
})

export const prepare = prepareList(stock as never)
export const Page = () => <ListPage definition={stock} />
