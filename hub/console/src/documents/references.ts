import { PRODUCTS } from '#shared/contracts/catalog/products.ts'
import { SUPPLIES } from '#shared/contracts/document-kinds.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { reference } from '../fields/reference.ts'

export const PRODUCT = reference({ endpoint: listOf(PRODUCTS), nameOf: ({ name }) => name, isLarge: true })
export const SUPPLY = reference({ endpoint: listOf(SUPPLIES), nameOf: ({ number }) => number, isLarge: true })
