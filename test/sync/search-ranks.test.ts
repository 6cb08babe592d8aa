import { expect, it } from 'vitest'
import { PRODUCT_RANKS, type ProductRank } from '#shared/search/product-ranks.ts'
import { createProduct } from '#test/support/device.ts'
import { openTestShop } from '#test/support/shop.ts'

/**
 * Products that `Tea` finds, by rank and in their order within the rank. Sorting only by name would mix the
 * ranks.
 */
const FOUND: Record<Exclude<ProductRank, 'OftenSold'>, Record<string, unknown>[]> = {
  Code: [{ name: 'Zwieback with tea', code: 'Tea' }],
  NameBegins: [{ name: 'Tea, black' }, { name: 'Tea, green' }],
  Words: [{ name: 'Black tea' }, { name: 'Cup for tea' }],
}

it('ranks found products alike at the hub and at a till', async () => {
  await using shop = await openTestShop()
  const ranks = PRODUCT_RANKS.filter((rank) => rank !== 'OftenSold')
  for (const rank of ranks.toReversed())
    for (const product of FOUND[rank].toReversed()) await createProduct(shop.organization, product)
  const expected = ranks.flatMap((rank) => FOUND[rank].map(({ name }) => name))
  const atHub = await shop.organization.api.get('/api/catalog/products/quick-search?query=tea')
  expect(atHub.body.items.map(({ name }: { name: string }) => name)).toEqual(expected)
  const till = await (await shop.openAgent()).till()
  expect((await till.search('Tea')).items.map(({ name }) => name)).toEqual(expected)
})
