import type pg from 'pg'
import { must } from '#shared/std/must.ts'
import type { Bench, Measurement } from '../harness/bench.ts'
import type { Aim, Figure } from '../harness/figure.ts'
import { median, percentile } from '../harness/statistics.ts'
import { timed } from '../harness/timed.ts'
import { type CatalogProduct, fillCatalog, findProducts } from '../world/catalog.ts'
import { Office } from '../world/office.ts'
import { Shop } from '../world/shop.ts'

/** A request of the catalog screen, with the statement that no program could do without. */
interface Lookup {
  name: string
  request(product: CatalogProduct): { method?: string; path: string; body?: unknown }
  /** Of the organization $1. */
  sql?(product: CatalogProduct): [text: string, values: unknown[]]
  aims: { ratio?: number; p99Ms?: number }
}

const CONSTANT_PATH = '/healthz'
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
  {
    name: 'list page of a group, by price',
    request: ({ code }) => ({
      path: `/api/catalog/products?pageSize=50&sort=-retailPrice&priceFrom=100&page=${1 + (Number(code) % 5)}`,
    }),
    aims: { p99Ms: 20 },
  },
  {
    name: 'price edit',
    request: ({ id, price }) => ({
      method: 'PATCH',
      path: `/api/catalog/products/${id}/price`,
      body: { retailPrice: (price + 1) / 100 },
    }),
    sql: ({ id, price }) => [
      `UPDATE product_prices SET value = $3 WHERE organization_id = $1 AND product_id = $2`,
      [id, price],
    ],
    aims: {},
  },
]

const search = (query: string): string =>
  `/api/catalog/products/quick-search?query=${encodeURIComponent(query)}`
const wordsOf = (name: string): string[] =>
  name
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 4)
    .slice(0, 2)
/** Two letters change places. */
const mistyped = (word: string): string => word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4)

/** The screens of head office on a catalog of 300,000 products, beside as many of another organization. */
export const LOOKUPS_MEASUREMENT: Measurement = {
  name: 'lookups',
  measure: async (bench) => {
    const [count, requests] = bench.options.isQuick ? [10_000, 50] : [300_000, 300]
    await using shop = await openLargeShop(bench, count)
    const figures: Figure[] = []
    for (const lookup of LOOKUPS) figures.push(...(await measure(bench, shop, lookup, count, requests)))
    return figures
  },
}

export async function openLargeShop(bench: Bench, count: number): Promise<Shop> {
  const shop = await Shop.open(bench)
  await fillCatalog(shop, count)
  await fillCatalog({ sql: shop.sql, office: await Office.open(shop.hubUrl) }, count)
  return shop
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
    const products = await findProducts(shop.sql, numbers)
    const times: number[] = []
    const still: number[] = []
    const sqlTimes: number[] = []
    for (const product of products) {
      const { method = 'GET', path, body } = lookup.request(product)
      times.push(await timed(() => shop.office.send(method, path, body)))
      still.push(await timed(async () => (await fetch(shop.hubUrl + CONSTANT_PATH)).text()))
      if (lookup.sql) sqlTimes.push(await timedSql(shop.sql, shop.organizationId, lookup.sql(product)))
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

function timedSql(
  sql: pg.Client,
  organizationId: string,
  [text, values]: [string, unknown[]],
): Promise<number> {
  return timed(() => sql.query({ name: text.slice(0, 60), text, values: [organizationId, ...values] }))
}
