import { CARDS, CardStatus } from '#shared/contracts/loyalty/cards.ts'
import { NameOf } from '../../catalog/name-of.tsx'
import { COUNTERPARTY } from '../../catalog/references.ts'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { PROGRAM } from '../references.ts'
import { StatusBadge } from '../status-badge.tsx'

const cards = list({
  endpoint: CARDS,
  texts: 'cards',
  columns: [
    { id: 'cardNumber', sort: 'cardNumber', width: 135, phone: 130, cell: ({ cardNumber }) => cardNumber },
    { id: 'status', width: 100, cell: (card) => <StatusBadge of={card} /> },
    {
      id: 'customerName',
      sort: 'customerName',
      width: 175,
      phone: 'rest',
      cell: ({ customerName }) => customerName,
    },
    { id: 'phone', width: 130, cell: ({ phone }) => phone },
    { id: 'programId', width: 155, cell: ({ programId }) => <NameOf to={PROGRAM} id={programId} /> },
    {
      id: 'balance',
      width: 105,
      phone: 90,
      isNumber: true,
      cell: ({ balance }, { amount }) => amount(balance),
    },
    {
      id: 'discountPercent',
      width: 95,
      isNumber: true,
      cell: ({ discountPercent }, { percent }) => (discountPercent === 0 ? '' : percent(discountPercent)),
    },
    { id: 'turnover', width: 120, isNumber: true, cell: ({ turnover }, { amount }) => amount(turnover) },
    {
      id: 'lastPurchaseAt',
      width: 175,
      cell: ({ lastPurchaseAt }, { dateTime }) => lastPurchaseAt && dateTime(lastPurchaseAt),
    },
    {
      id: 'issuedAt',
      sort: 'issuedAt',
      width: 120,
      isHidden: true,
      cell: ({ issuedAt }, { date }) => date(issuedAt),
    },
  ],
  filters: [
    { name: 'programId', kind: 'reference', to: PROGRAM },
    { name: 'status', kind: 'choice', options: CardStatus.options, texts: 'cardStatus' },
    { name: 'customerId', kind: 'reference', to: COUNTERPARTY },
  ],
  open: ({ id }) => `/loyalty-cards/${id}`,
  create: { to: '/loyalty-cards/new', may: 'loyalty.create' },
})

export const prepare = prepareList(cards)
export const Page = () => <ListPage definition={cards} />
