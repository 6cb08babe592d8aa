import { PRICE_TYPES } from '#shared/contracts/catalog/price-types.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { YesNo } from '../../fields/yes-no.tsx'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { NameOf } from '../name-of.tsx'
import { CURRENCY } from '../references.ts'

const priceTypes = list({
  endpoint: listOf(PRICE_TYPES),
  texts: 'priceTypes',
  columns: [
    { id: 'name', sort: 'name', width: 320, cell: ({ name }) => name },
    { id: 'currencyId', width: 120, cell: ({ currencyId }) => <NameOf to={CURRENCY} id={currencyId} /> },
    { id: 'isDefault', width: 160, cell: ({ isDefault }) => <YesNo value={isDefault} /> },
    {
      id: 'sortOrder',
      sort: 'sortOrder',
      width: 120,
      isNumber: true,
      cell: ({ sortOrder }, { number }) => number(sortOrder),
    },
  ],
  open: ({ id }) => `/price-types/${id}`,
  create: { to: '/price-types/new', may: 'catalog.create' },
})

export const prepare = prepareList(priceTypes)
export const Page = () => <ListPage definition={priceTypes} />
