import { RETAIL_POINTS } from '#shared/contracts/catalog/retail-points.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { YesNo } from '../../fields/yes-no.tsx'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { NameOf } from '../name-of.tsx'
import { PRICE_TYPE, STORE } from '../references.ts'

const retailPoints = list({
  endpoint: listOf(RETAIL_POINTS),
  texts: 'retailPoints',
  columns: [
    { id: 'name', sort: 'name', width: 260, cell: ({ name }) => name },
    { id: 'code', sort: 'code', width: 110, cell: ({ code }) => code },
    { id: 'address', width: 300, cell: ({ address }) => address },
    { id: 'storeId', width: 200, cell: ({ storeId }) => <NameOf to={STORE} id={storeId} /> },
    { id: 'priceTypeId', width: 180, cell: ({ priceTypeId }) => <NameOf to={PRICE_TYPE} id={priceTypeId} /> },
    { id: 'isActive', width: 110, cell: ({ isActive }) => <YesNo value={isActive} /> },
  ],
  filters: [
    { name: 'storeId', kind: 'reference', to: STORE },
    { name: 'isActive', kind: 'yes-no' },
  ],
  open: ({ id }) => `/retail-points/${id}`,
  create: { to: '/retail-points/new', may: 'catalog.create' },
})

export const prepare = prepareList(retailPoints)
export const Page = () => <ListPage definition={retailPoints} />
