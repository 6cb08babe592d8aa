import {
  COUNTERPARTIES,
  CounterpartyKind,
  EXPORT_COUNTERPARTIES,
} from '#shared/contracts/catalog/counterparties.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { YesNo } from '../../fields/yes-no.tsx'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { ChosenCounterparties } from './chosen-counterparties.tsx'

const counterparties = list({
  endpoint: listOf(COUNTERPARTIES),
  texts: 'counterparties',
  columns: [
    { id: 'name', sort: 'name', width: 320, phone: 'rest', cell: ({ name }) => name },
    { id: 'code', sort: 'code', width: 110, cell: ({ code }) => code, isHidden: true },
    { id: 'taxId', sort: 'taxId', width: 140, cell: ({ taxId }) => taxId },
    { id: 'phone', width: 160, phone: 150, cell: ({ phone }) => phone },
    { id: 'email', width: 200, cell: ({ email }) => email, isHidden: true },
    { id: 'isSupplier', width: 110, cell: ({ isSupplier }) => <YesNo value={isSupplier} /> },
    { id: 'isCustomer', width: 110, cell: ({ isCustomer }) => <YesNo value={isCustomer} /> },
    {
      id: 'salesAmount',
      width: 130,
      isNumber: true,
      may: 'sales.view',
      cell: ({ salesAmount }, { amount }) => (salesAmount == null ? '' : amount(salesAmount)),
    },
    {
      id: 'balance',
      width: 130,
      isNumber: true,
      may: 'sales.view',
      cell: ({ balance }, { amount }) => (balance == null ? '' : amount(balance)),
    },
    { id: 'tags', width: 180, cell: ({ tags }) => tags.join(', '), isHidden: true },
  ],
  filters: [
    { name: 'kind', kind: 'choice', options: CounterpartyKind.options, texts: 'counterpartyKind' },
    { name: 'isSupplier', kind: 'yes-no' },
    { name: 'isCustomer', kind: 'yes-no' },
    { name: 'isArchived', kind: 'yes-no' },
  ],
  open: ({ id }) => `/counterparties/${id}`,
  create: { to: '/counterparties/new', may: 'catalog.create' },
  bulk: (chosen, done) => <ChosenCounterparties chosen={chosen} done={done} />,
  export: { endpoint: EXPORT_COUNTERPARTIES, may: 'catalog.export' },
})

export const prepare = prepareList(counterparties)
export const Page = () => <ListPage definition={counterparties} />
