import { Badge } from '@mantine/core'
import { SHIFTS } from '#shared/contracts/sales/shifts.ts'
import { useText } from '../i18n/use-text.ts'
import { list } from '../kinds/list/list-definition.ts'
import { ListPage } from '../kinds/list/list-page.tsx'
import { prepareList } from '../kinds/list/rows.ts'
import { RETAIL_POINT } from '../organization/references.ts'

const shifts = list({
  endpoint: SHIFTS,
  texts: 'shifts',
  hasSearch: false,
  columns: [
    {
      id: 'openedAt',
      sort: 'openedAt',
      width: 175,
      phone: 'rest',
      cell: ({ openedAt }, { dateTime }) => openedAt && dateTime(openedAt),
    },
    {
      id: 'closedAt',
      sort: 'closedAt',
      width: 175,
      cell: ({ closedAt }, { dateTime }) => (closedAt ? dateTime(closedAt) : <OpenBadge />),
    },
    { id: 'number', sort: 'number', width: 90, isNumber: true, cell: ({ number }) => number },
    { id: 'tillId', width: 110, phone: 80, cell: ({ tillId }) => tillId },
    { id: 'cashierName', width: 200, cell: ({ cashierName }) => cashierName },
    { id: 'receiptsCount', width: 110, isNumber: true, cell: ({ totals }) => totals?.receiptsCount },
    {
      id: 'expectedCash',
      width: 140,
      phone: 110,
      isNumber: true,
      cell: ({ totals }, { amount }) => totals && amount(totals.expectedCash),
    },
    {
      id: 'discrepancy',
      width: 130,
      isNumber: true,
      cell: ({ discrepancy }, { signed }) => (discrepancy ? signed(discrepancy) : ''),
    },
  ],
  filters: [
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
    { name: 'retailPointId', kind: 'reference', to: RETAIL_POINT },
  ],
  open: ({ id }) => `/shifts/${id}`,
  refreshMs: 30_000,
})

function OpenBadge() {
  const t = useText()
  return <Badge color="teal">{t('shifts.open')}</Badge>
}

export const prepare = prepareList(shifts)
export const Page = () => <ListPage definition={shifts} />
