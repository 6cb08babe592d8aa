import { COUNTERPARTIES } from '#shared/contracts/catalog/counterparties.ts'
import { COUNTRIES } from '#shared/contracts/catalog/countries.ts'
import { CURRENCIES } from '#shared/contracts/catalog/currencies.ts'
import { PRICE_TYPES } from '#shared/contracts/catalog/price-types.ts'
import { PRODUCT_GROUPS } from '#shared/contracts/catalog/product-groups.ts'
import { RETAIL_POINTS } from '#shared/contracts/catalog/retail-points.ts'
import { STORES } from '#shared/contracts/catalog/stores.ts'
import { UNITS } from '#shared/contracts/catalog/units-of-measure.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { EMPLOYEES } from '#shared/contracts/organization/employees.ts'
import { reference } from '../fields/reference.ts'

export const STORE = reference({ endpoint: listOf(STORES), nameOf: ({ name }) => name })
export const PRODUCT_GROUP = reference({ endpoint: listOf(PRODUCT_GROUPS), nameOf: ({ path }) => path })
export const COUNTERPARTY = reference({
  endpoint: listOf(COUNTERPARTIES),
  nameOf: ({ name }) => name,
  isLarge: true,
})
export const PRICE_TYPE = reference({
  endpoint: listOf(PRICE_TYPES),
  nameOf: ({ name }) => name,
  query: { sort: 'sortOrder,name' },
})
export const UNIT_OF_MEASURE = reference({ endpoint: UNITS, nameOf: ({ name }) => name })
export const COUNTRY = reference({ endpoint: listOf(COUNTRIES), nameOf: ({ name }) => name })
export const CURRENCY = reference({ endpoint: listOf(CURRENCIES), nameOf: ({ isoCode }) => isoCode })
export const RETAIL_POINT = reference({ endpoint: listOf(RETAIL_POINTS), nameOf: ({ name }) => name })
export const EMPLOYEE = reference({ endpoint: listOf(EMPLOYEES), nameOf: ({ fullName }) => fullName })
