import { must } from '#shared/std/must.ts'
import type { Bench } from '../harness/bench.ts'
import type { Aim, Figure } from '../harness/figure.ts'
import { median, percentile } from '../harness/statistics.ts'
import { timed } from '../harness/timed.ts'
import { type CatalogProduct, findProducts } from '../world/catalog.ts'
import type { Shop } from '../world/shop.ts'

/** Request of the catalog screen, with the minimal equivalent SQL statement. */
interface Lookup {
  name: string
  request(product: CatalogProduct): { method?: string; path: string; body?: unknown }
  /** SQL statement for the organization `$1`. */
  sql?(product: CatalogProduct): [text: string, values: unknown[]]
  aims: { ratio?: number; p99Ms?: number }
}

/** Copy of product_prices without triggers and foreign keys. */
const BARE_PRICES = 'bare_prices'
const CONSTANT_PATH = '/healthz'
/** Number of unmeasured requests that warm up caches. */
const WARM_UP = 10
const ROW = 'id, name, code, article'

const LOOKUPS: readonly Lookup[] = [
  {
    name: 'by-barcode',
    request: ({ barcode }) => ({ path: `/api/catalog/products/by-barcode/${barcode}` }),
    sql: ({ barcode }) => [
      `SELECT ${ROW} FROM products WHERE organization_id = $1 AND id IN (
         SELECT product_id FROM product_barcodes WHERE organization_id = $1 AND value = $2)`,
      [barcode],
    ],
    aims: { ratio: 2, p99Ms: 10 },
  },
  {
    name: 'quick-search, a code',
    request: ({ code }) => ({ path: `/api/catalog/products/quick-search?query=${code}` }),
    sql: ({ code }) => [`SELECT ${ROW} FROM products WHERE organization_id = $1 AND code = $2`, [code]],
    aims: { ratio: 2, p99Ms: 10 },
  },
  {
    name: 'quick-search, two words',
    request: ({ name }) => ({ path: search(wordsOf(name).join(' ')) }),
    aims: { ratio: 2, p99Ms: 10 },
  },
  {
    name: 'quick-search, a typing error',
    request: ({ name }) => ({ path: search(mistyped(must(wordsOf(name)[0]))) }),
    aims: { p99Ms: 10 },
  },
  listPage('by name', () => ''),
  listPage('far in', ({ code }) => `isArchived=false&page=${1 + (Number(code) % 1000)}`),
  listPage('a search', ({ name }) => `search=${encodeURIComponent(wordsOf(name).join(' '))}`),
  listPage('a group by price', ({ groupId }) => `productGroupId=${groupId}&sort=-retailPrice`),
  listPage('a range of prices', ({ price }) => `isArchived=false&priceFrom=${price / 100}`),
  listPage('without a barcode', () => 'hasBarcode=false'),
  {
    name: 'price edit',
    request: ({ id, price }) => ({
      method: 'PATCH',
      path: `/api/catalog/products/${id}/price`,
      body: { retailPrice: (price + 1) / 100 },
    }),
    sql: ({ id, price }) => [
      `UPDATE ${BARE_PRICES} SET value = $3 WHERE organization_id = $1 AND product_id = $2`,
      [id, price],
    ],
    aims: {},
  },
]

function listPage(name: string, query: (product: CatalogProduct) => string): Lookup {
  return {
    name: `list page, ${name}`,
    request: (product) => ({ path: `/api/catalog/products?${query(product)}` }),
    aims: { p99Ms: 20 },
  }
}

const search = (query: string): string =>
  `/api/catalog/products/quick-search?query=${encodeURIComponent(query)}`
const wordsOf = (name: string): string[] =>
  name
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 4)
    .slice(0, 2)
/** Returns the word with two letters swapped. */
const mistyped = (word: string): string => word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4)

/** Measures look-ups of head office screens. */
export async function measureLookups(
  bench: Bench,
  shop: Shop,
  count: number,
  requests: number,
): Promise<Figure[]> {
  await shop.sql.query(`CREATE TABLE ${BARE_PRICES} (LIKE product_prices INCLUDING ALL)`)
  await shop.sql.query(`INSERT INTO ${BARE_PRICES} SELECT * FROM product_prices`)
  await shop.sql.query(`VACUUM ANALYZE ${BARE_PRICES}`)
  const figures: Figure[] = []
  for (const lookup of LOOKUPS) figures.push(...(await measure(bench, shop, lookup, count, requests)))
  return figures
}

async function measure(
  bench: Bench,
  shop: Shop,
  lookup: Lookup,
  count: number,
  requests: number,
): Promise<Figure[]> {
  const [medians, tails, constants, bare]: number[][] = [[], [], [], []]
  for (let run = 0; run < bench.options.runs; run += 1) {
    const numbers = Array.from({ length: requests }, (_, i) => 1 + ((i * 7919 + run * 104_729) % count))
    const products = await findProducts(shop.sql, numbers, shop.organizationId)
    const request = (product: CatalogProduct): Promise<unknown> => {
      const { method = 'GET', path, body } = lookup.request(product)
      return shop.office.send(method, path, body)
    }
    for (const product of products.slice(0, WARM_UP)) await request(product)
    const times: number[] = []
    const still: number[] = []
    const sqlTimes: number[] = []
    for (const product of products) {
      times.push(await timed(() => request(product)))
      still.push(await timed(async () => (await fetch(shop.hubUrl + CONSTANT_PATH)).text()))
      const statement = lookup.sql?.(product)
      if (statement) sqlTimes.push(await timed(() => ask(shop, lookup.name, ...statement)))
    }
    medians?.push(median(times))
    tails?.push(percentile(times, 0.99))
    constants?.push(median(still))
    if (lookup.sql) bare?.push(median(sqlTimes))
  }
  const { ratio, p99Ms } = lookup.aims
  const figure = (name: string, product: number[] = [], floor: number[] = [], aim?: Aim): Figure => ({
    name: `${lookup.name}, ${name}`,
    unit: 'ms',
    product,
    floor,
    ...(aim && { aim }),
  })
  return [
    figure(
      'median beside a constant handler',
      medians,
      constants,
      ratio ? { ratioAtMost: ratio } : undefined,
    ),
    ...(lookup.sql ? [figure('median beside the bare SQL', medians, bare)] : []),
    figure('p99', tails, [], p99Ms ? { below: p99Ms } : undefined),
  ]
}

async function ask(
  { sql, organizationId }: Shop,
  name: string,
  text: string,
  values: unknown[],
): Promise<void> {
  await sql.query({ name, text, values: [organizationId, ...values] })
}
