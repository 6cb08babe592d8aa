import { VOUCHERS, VoucherStatus } from '#shared/contracts/loyalty/vouchers.ts'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { StatusBadge } from '../status-badge.tsx'

const vouchers = list({
  endpoint: VOUCHERS,
  texts: 'vouchers',
  columns: [
    { id: 'number', sort: 'number', width: 200, phone: 'rest', cell: ({ number }) => number },
    { id: 'status', width: 120, phone: 110, cell: (voucher) => <StatusBadge of={voucher} /> },
    {
      id: 'balance',
      width: 130,
      phone: 100,
      isNumber: true,
      cell: ({ balance }, { amount }) => amount(balance),
    },
    {
      id: 'amount',
      sort: 'amount',
      width: 130,
      isNumber: true,
      cell: ({ amount: issuedFor }, { amount }) => amount(issuedFor),
    },
    {
      id: 'issuedAt',
      sort: 'issuedAt',
      width: 175,
      cell: ({ issuedAt }, { dateTime }) => dateTime(issuedAt),
    },
    { id: 'expiresAt', width: 175, cell: ({ expiresAt }, { dateTime }) => expiresAt && dateTime(expiresAt) },
  ],
  filters: [{ name: 'status', kind: 'choice', options: VoucherStatus.options, texts: 'cardStatus' }],
  open: ({ id }) => `/vouchers/${id}`,
  create: { to: '/vouchers/new', may: 'loyalty.create' },
})

export const prepare = prepareList(vouchers)
export const Page = () => <ListPage definition={vouchers} />
