import { CASH_MOVEMENTS } from '#shared/contracts/sales/cash-movements.ts'
import { list } from '../kinds/list/list-definition.ts'
import { ListPage } from '../kinds/list/list-page.tsx'
import { prepareList } from '../kinds/list/rows.ts'
import { RETAIL_POINT } from '../organization/references.ts'

const movements = list({
  endpoint: CASH_MOVEMENTS,
  texts: 'cashMovements',
  hasSearch: false,
  columns: [
    {
      id: 'movedAt',
      sort: 'movedAt',
      width: 175,
      phone: 'rest',
      cell: ({ movedAt }, { dateTime }) => dateTime(movedAt),
    },
    {
      id: 'amount',
      sort: 'amount',
      width: 140,
      phone: 130,
      isNumber: true,
      cell: ({ amount, kind }, { signed }) => signed(kind === 'Out' ? -amount : amount),
    },
    { id: 'reason', width: 340, cell: ({ reason }) => reason },
    { id: 'cashierName', width: 200, cell: ({ cashierName }) => cashierName },
    { id: 'tillId', width: 120, cell: ({ tillId }) => tillId },
  ],
  filters: [
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
    { name: 'retailPointId', kind: 'reference', to: RETAIL_POINT },
  ],
})

export const prepare = prepareList(movements)
export const Page = () => <ListPage definition={movements} />
