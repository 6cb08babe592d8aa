import { matches } from '#hub/db/records.ts'
import { stores } from '#hub/db/tables/catalog.ts'
import { recordCommands } from '#hub/http/record-commands.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { STORES, type StoreListQuery } from '#shared/contracts/catalog/stores.ts'
import { deleteStore } from './delete-store.ts'
import { presentStore } from './present.ts'
import { createStore, updateStore } from './save-store.ts'

export const storeRoutes = standardResource({
  ...STORES,
  tag: 'Catalog: stores',
  nouns: ['store', 'stores'],
  area: 'catalog',
  stores: { view: 'none', create: 'all', update: 'all', delete: 'all' },
  present: presentStore,
  commands: recordCommands(stores, 'store', {
    where: ({ parentId, isArchived }: StoreListQuery) => [
      matches(stores.parentId, parentId),
      matches(stores.isArchived, isArchived),
    ],
    searchIn: [stores.name, stores.code, stores.address],
    defaultSort: 'name',
    create: createStore,
    update: updateStore,
    remove: deleteStore,
  }),
})
