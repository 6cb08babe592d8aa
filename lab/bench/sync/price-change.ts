import { once } from 'node:events'
import Database from 'better-sqlite3'
import pg from 'pg'
import type { ProductSearchResult } from '#shared/contracts/till/till.ts'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import type { Bench, Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import { percentile } from '../harness/statistics.ts'
import { type CatalogProduct, fillCatalog, findProducts } from '../world/catalog.ts'
import { Point } from '../world/point.ts'
import { Shop } from '../world/shop.ts'

const PATIENCE_MS = 30_000
/** Interval in ms between two checks of the till. */
const LOOK_MS = 2
/** Pause in ms between two changes, so that each finds an open long poll. */
const PAUSE_MS = 60

interface Timed {
  /** Time in ms until the hub has confirmed the saved price. */
  savedMs: number
  /** Time in ms until the till shows the price, from the request and from the hub's confirmation. */
  shownMs: number
  shownAfterSavedMs: number
}

/** Price change made at head office and sent over the open long poll, until the till's API returns it. */
export const PRICE_CHANGE: Measurement = {
  name: 'price-change',
  measure: async (bench) => {
    const [products, changes] = bench.options.isQuick ? [10_000, 50] : [100_000, 200]
    await using shop = await Shop.open(bench)
    await fillCatalog(shop, products)
    await using point = await Point.open(bench, shop)
    await using bare = await openBare(bench, shop)
    const numbers = Array.from({ length: changes }, (_, i) => 1 + i * Math.floor(products / changes))
    const runs: { changes: Timed[]; floor: number[] }[] = []
    for (let run = 1; run <= bench.options.runs; run++) {
      const timed: Timed[] = []
      const floor: number[] = []
      for (const product of await findProducts(shop.sql, numbers)) {
        timed.push(await changePrice(shop, point, product))
        floor.push(await bare.changePrice(product))
        await sleep(PAUSE_MS)
      }
      runs.push({ changes: timed, floor })
    }
    return figuresOf(runs)
  },
}

function figuresOf(runs: readonly { changes: Timed[]; floor: number[] }[]): Figure[] {
  const figure = (name: string, pick: (timed: Timed) => number, share: number): Figure => ({
    name: `changed price, ${name}, p${share * 100}`,
    unit: 'ms',
    product: runs.map(({ changes }) => percentile(changes.map(pick), share)),
    floor: runs.map(({ floor }) => percentile(floor, share)),
  })
  return [
    figure('saved at the hub', ({ savedMs }) => savedMs, 0.5),
    figure('commit to till', ({ shownAfterSavedMs }) => shownAfterSavedMs, 0.5),
    figure('sent to till', ({ shownMs }) => shownMs, 0.5),
    { ...figure('sent to till', ({ shownMs }) => shownMs, 0.95), aim: { below: 100 } },
  ]
}

async function changePrice(shop: Shop, point: Point, { id, code, price }: CatalogProduct): Promise<Timed> {
  const retailPrice = price / 100 + 1
  const sentAt = performance.now()
  const saved = shop.office
    .send('PATCH', `/api/catalog/products/${id}/price`, { retailPrice })
    .then(() => performance.now())
  let shownAt = 0
  while (shownAt === 0) {
    const { items } = await point.till.expect<ProductSearchResult>('GET', `/products/by-code/${code}`)
    if (items[0]?.price === retailPrice) shownAt = performance.now()
    else if (performance.now() - sentAt > PATIENCE_MS) throw new Error(`the till never shows ${code}'s price`)
    else await sleep(LOOK_MS)
  }
  const savedAt = await saved
  return {
    savedMs: savedAt - sentAt,
    shownMs: shownAt - sentAt,
    shownAfterSavedMs: Math.max(0, shownAt - savedAt),
  }
}

/**
 * Opens the floor: a durable commit with a notification in PostgreSQL, received on another connection and
 * committed to a SQLite file.
 */
async function openBare(bench: Bench, shop: Shop) {
  await using resources = new AsyncDisposableStack()
  const listener = new pg.Client({ connectionString: shop.databaseUrl })
  await listener.connect()
  resources.defer(() => listener.end())
  await listener.query('LISTEN bench')
  await shop.sql.query('CREATE TABLE bare_prices (id uuid PRIMARY KEY, value bigint NOT NULL)')
  const replica = new Database(bench.newPath('bare.db'))
  resources.defer(() => void replica.close())
  replica.pragma('journal_mode = WAL')
  replica.pragma('synchronous = NORMAL')
  replica.exec('CREATE TABLE prices (id TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT')
  const upsert = replica.prepare(
    'INSERT INTO prices VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const undo = resources.move()
  return {
    changePrice: async ({ id, price }: CatalogProduct): Promise<number> => {
      const startedAt = performance.now()
      const heard = once(listener, 'notification')
      await shop.sql.query(
        `INSERT INTO bare_prices VALUES ('${id}', ${price}) ON CONFLICT (id) DO UPDATE SET value = excluded.value;
         SELECT pg_notify('bench', '${id} ${price}')`,
      )
      const [{ payload = '' }] = (await heard) as [pg.Notification]
      const [heardId, heardPrice] = payload.split(' ')
      upsert.run(must(heardId), Number(heardPrice))
      return performance.now() - startedAt
    },
    [Symbol.asyncDispose]: () => undo.disposeAsync(),
  }
}
