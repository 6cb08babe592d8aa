import { Badge } from '@mantine/core'
import { exportOf, listOf } from '#shared/contracts/endpoint.ts'
import {
  PaymentType,
  RETAIL,
  RetailSaleExportQuery,
  SaleSource,
} from '#shared/contracts/sales/retail-sales.ts'
import { STORE } from '../catalog/references.ts'
import { useText } from '../i18n/use-text.ts'
import { list } from '../kinds/list/list-definition.ts'
import { ListPage } from '../kinds/list/list-page.tsx'
import { prepareList } from '../kinds/list/rows.ts'
import { EMPLOYEE, RETAIL_POINT } from '../organization/references.ts'
import { SaleState } from './sale-state.tsx'

const receipts = list({
  endpoint: listOf(RETAIL),
  texts: 'sales',
  columns: [
    {
      id: 'date',
      sort: 'date',
      width: 175,
      phone: 'rest',
      cell: ({ soldAt }, { dateTime }) => dateTime(soldAt),
    },
    {
      id: 'number',
      sort: 'number',
      width: 150,
      phone: 112,
      cell: ({ receiptNumber, number }) => receiptNumber ?? number,
    },
    { id: 'state', width: 150, cell: (sale) => <SaleState sale={sale} /> },
    { id: 'cashierName', width: 190, cell: ({ cashierName }) => cashierName },
    {
      id: 'payments',
      width: 200,
      cell: ({ payments }) =>
        [...new Set(payments.map(({ type }) => type))].map((type) => (
          <Badge key={type} variant="light" mr={4}>
            <Tender type={type} />
          </Badge>
        )),
    },
    { id: 'linesCount', width: 90, isNumber: true, cell: ({ linesCount }, { number }) => number(linesCount) },
    {
      id: 'discountSum',
      width: 110,
      isNumber: true,
      cell: ({ discountSum }, { amount }) => (discountSum === 0 ? '' : amount(discountSum)),
    },
    {
      id: 'sum',
      sort: 'sum',
      width: 130,
      phone: 88,
      isNumber: true,
      cell: ({ sum, isReturn }, { amount }) => amount(isReturn ? -sum : sum),
    },
  ],
  filters: [
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
    { name: 'retailPointId', kind: 'reference', to: RETAIL_POINT },
    { name: 'storeId', kind: 'reference', to: STORE },
    { name: 'cashierId', kind: 'reference', to: EMPLOYEE },
    { name: 'isReturn', kind: 'yes-no' },
    { name: 'needsReview', kind: 'yes-no' },
    { name: 'paymentType', kind: 'choice', options: PaymentType.options, texts: 'tenders' },
    { name: 'source', kind: 'choice', options: SaleSource.options },
    { name: 'status', kind: 'choice', options: ['Draft', 'Posted'] },
  ],
  open: ({ id }) => `/sales/${id}`,
  create: { to: '/sales/new', may: 'sales.create' },
  export: { endpoint: exportOf(RETAIL, RetailSaleExportQuery), may: 'sales.export' },
  refreshMs: 15_000,
})

function Tender({ type }: { type: string }) {
  return useText()(`tenders.${type}`, { defaultValue: type })
}

export const prepare = prepareList(receipts)
export const Page = () => <ListPage definition={receipts} />
