import { must } from '#shared/std/must.ts'
import type { Bench, Measurement } from '../harness/bench.ts'
import { type Address, measureRequests } from '../harness/requests.ts'
import { findProducts } from '../world/catalog.ts'
import { Shop } from '../world/shop.ts'
import { fillChain } from './old-chain.ts'

/** Dashboard and search of the console, with 300,000 products next to as many of another organization. */
export const DASHBOARD: Measurement = {
  name: 'dashboard',
  prepare: async (bench) => (await openLargeCatalog(bench))[Symbol.asyncDispose](),
  measure: async (bench) => {
    await using shop = await openLargeCatalog(bench)
    return await measureRequests(bench, shop, await pagesOf(shop, sizeOf(bench).products), 100)
  },
}

const sizeOf = ({ options }: Bench) =>
  options.isQuick
    ? { lines: 20_000, days: 60, stores: 3, products: 1_000 }
    : { lines: 1_000_000, days: 60, stores: 20, products: 300_000 }

const openLargeCatalog = (bench: Bench): Promise<Shop> =>
  Shop.openFilled(bench, 'large_catalog', (shop) => fillChain(bench, shop, sizeOf(bench)))

async function pagesOf({ sql, organizationId }: Shop, products: number): Promise<Record<string, Address>> {
  const numbers = Array.from({ length: 200 }, (_, i) => 1 + Math.floor((i * products) / 200))
  const found = await findProducts(sql, numbers, organizationId)
  const nth = (n: number) => must(found[(n * 7919) % found.length])
  const search = (text: string) => `/api/search/global?query=${encodeURIComponent(text)}`
  return {
    'low stock': () => '/api/dashboard/low-stock',
    'margin of a week': () => '/api/dashboard/margin?days=7',
    'recent sales': () => '/api/dashboard/recent-sales',
    'top products of a week': () => '/api/dashboard/top-products',
    'search by barcode': (n) => search(nth(n).barcode),
    'search by code': (n) => search(nth(n).code),
    'search by words of a name': (n) => search(nth(n).name.replaceAll(/[«»]/g, '')),
    'search by one word that very many names have': () => search('молоко'),
    'search with a letter missing': (n) => search(nth(n).name.replaceAll(/[«»]/g, '').replace('о', '')),
    'search for what is not there': (n) => search(`щьъ${n}`),
  }
}
