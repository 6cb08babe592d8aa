import { COUNTRIES } from '#shared/contracts/catalog/countries.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { YesNo } from '../../fields/yes-no.tsx'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'

const countries = list({
  endpoint: listOf(COUNTRIES),
  texts: 'countries',
  columns: [
    { id: 'name', sort: 'name', width: 320, cell: ({ name }) => name },
    { id: 'alpha2', sort: 'alpha2', width: 120, cell: ({ alpha2 }) => alpha2 },
    { id: 'code', sort: 'code', width: 120, cell: ({ code }) => code },
    { id: 'isPreset', width: 180, cell: ({ isPreset }) => <YesNo value={isPreset} /> },
  ],
  filters: [{ name: 'isPreset', kind: 'yes-no' }],
  open: ({ id }) => `/countries/${id}`,
  create: { to: '/countries/new', may: 'catalog.create' },
})

export const prepare = prepareList(countries)
export const Page = () => <ListPage definition={countries} />
