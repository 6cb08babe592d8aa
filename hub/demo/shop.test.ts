import { expect, it } from 'vitest'
import { ProductCreate } from '#shared/contracts/catalog/products.ts'
import { demoGroups } from './shop.ts'

const products = demoGroups('some shop').flatMap((group) => group.products)

it('offers only goods the hub would take', () => {
  for (const product of products) expect(ProductCreate.safeParse(product).error).toBeUndefined()
})

it('gives each product its own barcode', () => {
  const barcodes = products.flatMap((product) => product.barcodes.map((barcode) => barcode.value))
  expect(new Set(barcodes).size).toBe(products.length)
})

it('names the same goods by the same ids', () => {
  expect(demoGroups('some shop')).toEqual(demoGroups('some shop'))
  expect(demoGroups('another shop')[0]?.id).not.toBe(demoGroups('some shop')[0]?.id)
})
