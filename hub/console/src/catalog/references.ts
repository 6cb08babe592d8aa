import { COUNTERPARTIES } from '#shared/contracts/catalog/counterparties.ts'
import { PRODUCT_GROUPS } from '#shared/contracts/catalog/product-groups.ts'
import { STORES } from '#shared/contracts/catalog/stores.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { reference } from '../fields/reference.ts'

export const STORE = reference({ endpoint: listOf(STORES), nameOf: ({ name }) => name })
export const PRODUCT_GROUP = reference({ endpoint: listOf(PRODUCT_GROUPS), nameOf: ({ name }) => name })
export const COUNTERPARTY = reference({
  endpoint: listOf(COUNTERPARTIES),
  nameOf: ({ name }) => name,
  isLarge: true,
})
