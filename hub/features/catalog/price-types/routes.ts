import { priceTypes } from '#hub/db/tables/catalog.ts'
import { recordCommands } from '#hub/http/record-commands.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { PRICE_TYPES } from '#shared/contracts/catalog/price-types.ts'
import { deletePriceType } from './delete-price-type.ts'
import { presentPriceType } from './present.ts'
import { createPriceType, updatePriceType } from './save-price-type.ts'

export const priceTypeRoutes = standardResource({
  ...PRICE_TYPES,
  tag: 'Catalog: price types',
  nouns: ['price type', 'price types'],
  area: 'catalog',
  stores: 'none',
  present: presentPriceType,
  commands: recordCommands(priceTypes, 'price type', {
    searchIn: [priceTypes.name],
    defaultSort: 'sortOrder,name',
    create: createPriceType,
    update: updatePriceType,
    remove: deletePriceType,
  }),
})
