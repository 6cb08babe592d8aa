import type { Bench } from '../harness/bench.ts'
import { fillCatalog } from '../world/catalog.ts'
import { fillLedgers } from '../world/ledger.ts'
import { Office } from '../world/office.ts'
import { Shop } from '../world/shop.ts'

export const STORES = 5

export const productsOf = ({ options }: Bench): number => (options.isQuick ? 1_000 : 20_000)

/**
 * Opens a shop with 20,000 products in five stores and a year of history, next to another shop of the same
 * size in the same database. Each has 5 million movements.
 */
export async function openOldShop(bench: Bench): Promise<Shop> {
  const shop = await Shop.open(bench)
  const offices = [shop.office, await Office.open(shop.hubUrl)]
  for (const office of offices) await fillCatalog({ sql: shop.sql, office }, productsOf(bench))
  await fillLedgers(shop.sql, offices, { stores: STORES, rounds: bench.options.isQuick ? 4 : 50 })
  return shop
}
