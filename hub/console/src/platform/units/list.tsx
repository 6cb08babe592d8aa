import { PLATFORM_UNITS } from '#shared/contracts/catalog/units-of-measure.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { YesNo } from '../../fields/yes-no.tsx'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'

const units = list({
  endpoint: listOf(PLATFORM_UNITS),
  texts: 'platformUnits',
  columns: [
    { id: 'name', sort: 'name', width: 120, cell: ({ name }) => name },
    { id: 'fullName', sort: 'fullName', width: 260, cell: ({ fullName }) => fullName },
    { id: 'code', sort: 'code', width: 100, cell: ({ code }) => code },
    { id: 'isFractional', width: 150, cell: ({ isFractional }) => <YesNo value={isFractional} /> },
    { id: 'nameKk', width: 180, cell: ({ nameKk }) => nameKk },
    { id: 'nameEn', width: 180, cell: ({ nameEn }) => nameEn },
    { id: 'isActive', width: 120, cell: ({ isActive }) => <YesNo value={isActive} /> },
  ],
  filters: [{ name: 'isActive', kind: 'yes-no' }],
  open: ({ id }) => `/platform/units/${id}`,
  create: { to: '/platform/units/new', may: 'super-admin' },
})

export const prepare = prepareList(units)
export const Page = () => <ListPage definition={units} />
