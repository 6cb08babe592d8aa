import { must } from '#shared/std/must.ts'
import type { Bench, Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import { median, percentile } from '../harness/statistics.ts'
import { timed } from '../harness/timed.ts'
import { findProducts } from '../world/catalog.ts'
import { Shop } from '../world/shop.ts'
import { fillChain } from './old-chain.ts'

const BELOW_MS = 50
const CONSTANT_PATH = '/healthz'

/** The nth address that somebody looks at. */
type Page = (n: number) => string

/** The first page of the console and what is typed into its search, with 300,000 products beside as many of another's. */
export const DASHBOARD: Measurement = {
  name: 'dashboard',
  prepare: async (bench) => (await openLargeCatalog(bench))[Symbol.asyncDispose](),
  measure: async (bench) => {
    await using shop = await openLargeCatalog(bench)
    const { products } = sizeOf(bench)
    const figures: Figure[] = []
    for (const [name, page] of Object.entries(await pagesOf(shop, products)))
      figures.push(...(await measure(bench, shop, name, page)))
    return figures
  },
}

const sizeOf = ({ options }: Bench) =>
  options.isQuick
    ? { lines: 20_000, days: 60, stores: 3, products: 1_000 }
    : { lines: 1_000_000, days: 60, stores: 20, products: 300_000 }

const openLargeCatalog = (bench: Bench): Promise<Shop> =>
  Shop.openFilled(bench, 'large_catalog', (shop) => fillChain(bench, shop, sizeOf(bench)))

async function pagesOf({ sql, organizationId }: Shop, products: number): Promise<Record<string, Page>> {
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

/** Each request is followed by one to a handler that answers a constant, under the same load. */
async function measure(bench: Bench, shop: Shop, name: string, page: Page): Promise<Figure[]> {
  const requests = bench.options.isQuick ? 20 : 100
  const [medians, tails, constants]: [number[], number[], number[]] = [[], [], []]
  for (let run = 0; run < bench.options.runs; run += 1) {
    const [times, still]: [number[], number[]] = [[], []]
    for (let n = 0; n < requests; n += 1) {
      times.push(await timed(() => shop.office.send('GET', page(run * requests + n))))
      still.push(await timed(async () => (await fetch(shop.hubUrl + CONSTANT_PATH)).text()))
    }
    medians.push(median(times))
    tails.push(percentile(times, 0.99))
    constants.push(median(still))
  }
  bench.options.say(`${name}: ${median(medians).toFixed(1)} ms, p99 ${median(tails).toFixed(1)}`)
  return [
    { name: `${name}, p50 beside a constant handler`, unit: 'ms', product: medians, floor: constants },
    { name: `${name}, p99`, unit: 'ms', product: tails, floor: [], aim: { below: BELOW_MS } },
  ]
}
