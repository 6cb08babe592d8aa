import { CURRENCIES } from '#shared/contracts/catalog/currencies.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { YesNo } from '../../fields/yes-no.tsx'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'

const currencies = list({
  endpoint: listOf(CURRENCIES),
  texts: 'currencies',
  columns: [
    { id: 'isoCode', sort: 'isoCode', width: 100, cell: ({ isoCode }) => isoCode },
    { id: 'name', sort: 'name', width: 220, cell: ({ name }) => name },
    { id: 'symbol', width: 90, cell: ({ symbol }) => symbol },
    { id: 'isDefault', width: 150, cell: ({ isDefault }) => <YesNo value={isDefault} /> },
    {
      id: 'rate',
      width: 140,
      isNumber: true,
      cell: ({ rate, isDefault }) => (isDefault || rate === null ? '—' : rate),
    },
    {
      id: 'multiplicity',
      width: 110,
      isNumber: true,
      cell: ({ multiplicity }, { number }) => number(multiplicity),
    },
    { id: 'rateDay', width: 130, cell: ({ rateDay }, { date }) => rateDay && date(rateDay) },
    { id: 'code', sort: 'code', width: 100, cell: ({ code }) => code, isHidden: true },
  ],
  filters: [
    { name: 'isPreset', kind: 'yes-no' },
    { name: 'isArchived', kind: 'yes-no' },
  ],
  open: ({ id }) => `/currencies/${id}`,
  create: { to: '/currencies/new', may: 'catalog.create' },
})

export const prepare = prepareList(currencies)
export const Page = () => <ListPage definition={currencies} />
