import { STORES } from '#shared/contracts/catalog/stores.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { YesNo } from '../../fields/yes-no.tsx'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { STORE } from '../references.ts'

const stores = list({
  endpoint: listOf(STORES),
  texts: 'stores',
  columns: [
    { id: 'name', sort: 'name', width: 280, cell: ({ name }) => name },
    { id: 'code', sort: 'code', width: 120, cell: ({ code }) => code },
    { id: 'isDefault', width: 140, cell: ({ isDefault }) => <YesNo value={isDefault} /> },
    { id: 'address', width: 360, cell: ({ address }) => address },
  ],
  filters: [
    { name: 'isArchived', kind: 'yes-no' },
    { name: 'parentId', kind: 'reference', to: STORE },
  ],
  open: ({ id }) => `/stores/${id}`,
  create: { to: '/stores/new', may: 'catalog.create' },
})

export const prepare = prepareList(stores)
export const Page = () => <ListPage definition={stores} />
