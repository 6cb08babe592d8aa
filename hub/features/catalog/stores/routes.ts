import { getRecord, insertRecord, listRecords, updateRecord } from '#hub/db/records.ts'
import { stores } from '#hub/db/tables/catalog.ts'
import { oneAtATime } from '#hub/features/catalog/one-at-a-time.ts'
import { keepOneDefault } from '#hub/features/catalog/one-default.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { Store, StoreCreate, StoreListQuery, StorePage, StoreUpdate } from '#shared/contracts/stores.ts'
import { deleteStore } from './delete-store.ts'
import { presentStore } from './present.ts'

export const storeRoutes = standardResource({
  base: '/api/catalog/stores',
  tag: 'Catalog: stores',
  nouns: ['store', 'stores'],
  area: 'catalog',
  contracts: { item: Store, page: StorePage, create: StoreCreate, update: StoreUpdate, list: StoreListQuery },
  present: presentStore,
  deeds: {
    list: (tx, query) =>
      listRecords(tx, stores, query, {
        searchIn: [stores.name, stores.code, stores.address],
        sortBy: {
          name: stores.name,
          code: stores.code,
          createdAt: stores.createdAt,
          updatedAt: stores.updatedAt,
        },
        defaultSort: 'name',
      }),
    get: (tx, id) => getRecord(tx, stores, 'store', id),
    create: async (tx, { id, ...values }) => {
      await oneAtATime(tx)
      const inserted = await insertRecord(tx, stores, id, values)
      if (inserted.isNew) await keepOneDefault(tx, stores, inserted.row)
      return inserted
    },
    update: async (tx, id, { version, ...values }) => {
      await oneAtATime(tx)
      const row = await updateRecord(tx, stores, 'store', id, version, values)
      await keepOneDefault(tx, stores, row)
      return row
    },
    remove: deleteStore,
  },
})
