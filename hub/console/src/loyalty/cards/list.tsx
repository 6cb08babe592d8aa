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
    { id: 'cardNumber', sort: 'cardNumber', width: 170, phone: 130, cell: ({ cardNumber }) => cardNumber },
    { id: 'status', width: 120, cell: (card) => <StatusBadge of={card} /> },
    {
      id: 'customerName',
      sort: 'customerName',
      width: 220,
      phone: 'rest',
      cell: ({ customerName }) => customerName,
    },
    { id: 'phone', width: 160, cell: ({ phone }) => phone },
    { id: 'programId', width: 180, cell: ({ programId }) => <NameOf to={PROGRAM} id={programId} /> },
    {
      id: 'balance',
      width: 110,
      phone: 90,
      isNumber: true,
      cell: ({ balance }, { amount }) => amount(balance),
    },
    {
      ...{ id: 'discountPercent', width: 100, isNumber: true },
      cell: ({ discountPercent }, { percent }) => (discountPercent === 0 ? '' : percent(discountPercent)),
    },
    { id: 'turnover', width: 130, isNumber: true, cell: ({ turnover }, { amount }) => amount(turnover) },
    {
      ...{ id: 'lastPurchaseAt', width: 175 },
      cell: ({ lastPurchaseAt }, { dateTime }) => lastPurchaseAt && dateTime(lastPurchaseAt),
    },
    {
      ...{ id: 'issuedAt', sort: 'issuedAt', width: 120, isHidden: true },
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
