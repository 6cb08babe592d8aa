import { getRecord, listRecords, updateRecord } from '#hub/db/records.ts'
import { priceTypes } from '#hub/db/tables/catalog.ts'
import { oneAtATime } from '#hub/features/catalog/one-at-a-time.ts'
import { keepOneDefault } from '#hub/features/catalog/one-default.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import {
  PriceType,
  PriceTypeCreate,
  PriceTypeListQuery,
  PriceTypePage,
  PriceTypeUpdate,
} from '#shared/contracts/price-types.ts'
import { createPriceType } from './create-price-type.ts'
import { deletePriceType } from './delete-price-type.ts'
import { presentPriceType } from './present.ts'

export const priceTypeRoutes = standardResource({
  base: '/api/catalog/price-types',
  tag: 'Catalog: price types',
  nouns: ['price type', 'price types'],
  area: 'catalog',
  contracts: {
    item: PriceType,
    page: PriceTypePage,
    create: PriceTypeCreate,
    update: PriceTypeUpdate,
    list: PriceTypeListQuery,
  },
  present: presentPriceType,
  deeds: {
    list: (tx, query) =>
      listRecords(tx, priceTypes, query, {
        searchIn: [priceTypes.name],
        sortBy: {
          name: priceTypes.name,
          sortOrder: priceTypes.sortOrder,
          createdAt: priceTypes.createdAt,
          updatedAt: priceTypes.updatedAt,
        },
        defaultSort: 'sortOrder,name',
      }),
    get: (tx, id) => getRecord(tx, priceTypes, 'price type', id),
    create: createPriceType,
    update: async (tx, id, { version, ...values }) => {
      await oneAtATime(tx)
      const row = await updateRecord(tx, priceTypes, 'price type', id, version, values)
      await keepOneDefault(tx, priceTypes, row)
      return row
    },
    remove: deletePriceType,
  },
})
