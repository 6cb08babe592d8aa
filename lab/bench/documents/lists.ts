import { must } from '#shared/std/must.ts'
import type { Bench, Measurement } from '../harness/bench.ts'
import { type Address, measureRequests } from '../harness/requests.ts'
import type { Shop } from '../world/shop.ts'
import { openOldShop, productsOf, STORES } from './old-shop.ts'

const STOCK = '/api/inventory/stock?pageSize=50'
const MOVEMENTS = '/api/inventory/movements?pageSize=50'

/** Pages of stock and of movements in a shop with a long history. */
export const LISTS: Measurement = {
  name: 'lists',
  measure: async (bench) => {
    await using shop = await openOldShop(bench)
    return await measureRequests(bench, shop, await pagesOf(bench, shop), 200)
  },
}

async function pagesOf(bench: Bench, { sql, organizationId }: Shop): Promise<Record<string, Address>> {
  const read = async (text: string): Promise<string[]> => {
    const { rows } = await sql.query<{ value: string }>(text, [organizationId])
    return rows.map(({ value }) => value)
  }
  const stores = await read('SELECT id AS value FROM stores WHERE organization_id = $1')
  const groups = await read('SELECT id AS value FROM product_groups WHERE organization_id = $1')
  const products = await read('SELECT id AS value FROM products WHERE organization_id = $1 LIMIT 1000')
  const places = await read(
    `SELECT (extract(epoch FROM moment) * 1000)::bigint || ':' || seq AS value
     FROM stock_movements TABLESAMPLE SYSTEM (${bench.options.isQuick ? 100 : 0.1})
     WHERE organization_id = $1 ORDER BY random() LIMIT 1000`,
  )
  const stocked = await read(
    `SELECT store_id || ':' || product_id AS value FROM stock_balances
     WHERE organization_id = $1 ORDER BY random() LIMIT 1000`,
  )
  const pages = (productsOf(bench) * STORES) / 50
  const nth = (values: readonly string[], n: number): string => must(values[(n * 7919) % values.length])
  return {
    'stock, first page': () => STOCK,
    'stock of a store, first page': (n) => `${STOCK}&storeId=${nth(stores, n)}`,
    'stock of a group, first page': (n) => `${STOCK}&productGroupId=${nth(groups, n)}`,
    'stock, a page in the second half': (n) =>
      `${STOCK}&page=${Math.floor(pages / 2) + ((n * 7919) % (pages / 2))}`,
    'stock, read on from anywhere': (n) => `${STOCK}&after=${nth(stocked, n)}`,
    'movements, first page': () => MOVEMENTS,
    'movements of a product, first page': (n) => `${MOVEMENTS}&productId=${nth(products, n)}`,
    'movements of a store, a page deep inside': (n) =>
      `${MOVEMENTS}&storeId=${nth(stores, n)}&after=${nth(places, n)}`,
    'movements, a page deep inside': (n) => `${MOVEMENTS}&after=${nth(places, n)}`,
  }
}
