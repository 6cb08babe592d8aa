import type { Bench, Measurement } from '../harness/bench.ts'
import { fillCatalog } from '../world/catalog.ts'
import { Office } from '../world/office.ts'
import { Shop } from '../world/shop.ts'
import { measureExports } from './exports.ts'
import { measureLookups } from './lookups.ts'

/**
 * Look-ups in a catalog of 300,000 products, next to another organization's catalog of the same size, and an
 * export of the whole catalog.
 */
export const LARGE_CATALOG: Measurement = {
  name: 'large',
  measure: async (bench) => {
    const [count, requests] = bench.options.isQuick ? [10_000, 50] : [300_000, 300]
    await using shop = await openLargeShop(bench, count)
    return [
      ...(await measureLookups(bench, shop, count, requests)),
      ...(await measureExports(bench, shop, count)),
    ]
  },
}

async function openLargeShop(bench: Bench, count: number): Promise<Shop> {
  const shop = await Shop.open(bench)
  await fillCatalog(shop, count)
  await fillCatalog({ sql: shop.sql, office: await Office.open(shop.hubUrl) }, count)
  return shop
}
