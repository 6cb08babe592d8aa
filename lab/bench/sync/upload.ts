import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import { until } from '#test/support/until.ts'
import type { Bench, Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import { type CatalogProduct, fillCatalog, findProducts } from '../world/catalog.ts'
import { Point } from '../world/point.ts'
import { composeSales, type NewSale, recordSales } from '../world/sales.ts'
import { Shop } from '../world/shop.ts'
import { postBare } from './bare-posting.ts'

const PRODUCTS = 2_000
const AGENTS = 8
const GIVE_UP_MS = 900_000
const LOOK_MS = 50

/** Upload of sales with five lines each from the outboxes of agents, until the hub has posted all of them. */
export const UPLOAD: Measurement = {
  name: 'upload',
  measure: async (bench) => {
    await using resources = new AsyncDisposableStack()
    const { shop, points, products } = await openOutboxes(bench, resources)
    const hot = must(products[0])
    const [alone, together] = bench.options.isQuick ? [300, 400] : [3_000, 8_000]
    const one = points.slice(0, 1)
    const measured: Figure[] = []
    for (const [name, some, count, hotProduct] of [
      [`upload of ${alone} sales`, one, alone],
      [`upload of ${alone} sales, one product in each`, one, alone, hot],
      [`upload of ${together} sales by ${AGENTS} agents`, points, together],
    ] as [string, Point[], number, CatalogProduct?][]) {
      const figure = { name, unit: 'sales/s', product: [] as number[], floor: [] as number[] }
      for (let run = 1; run <= bench.options.runs; run++) {
        const sales = () => composeSales(shop.office.shop, products, count, hotProduct)
        const device = { deviceId: await someDevice(shop), connections: some.length }
        figure.floor.push(count / (await postBare(shop, sales(), device)))
        figure.product.push(count / (await upload(shop, some, sales())))
        bench.options.say(
          `${name}: ${figure.product.at(-1)?.toFixed(0)}, bare ${figure.floor.at(-1)?.toFixed(0)}`,
        )
      }
      measured.push({ ...figure, aim: { ratioAtLeast: 1 } })
    }
    return measured
  },
}

interface Outboxes {
  shop: Shop
  /** Retail points whose agents are stopped. */
  points: Point[]
  products: CatalogProduct[]
}

/** Opens a shop with a large stock of each product and some agents. `resources` disposes of everything. */
export async function openOutboxes(bench: Bench, resources: AsyncDisposableStack): Promise<Outboxes> {
  const shop = resources.use(await Shop.open(bench))
  await fillCatalog(shop, PRODUCTS)
  await stock(shop)
  const numbers = Array.from({ length: PRODUCTS }, (_, i) => i + 1)
  const products = await findProducts(shop.sql, numbers)
  const points: Point[] = []
  for (let i = 0; i < AGENTS; i++) points.push(resources.use(await openStopped(bench, shop)))
  return { shop, points, products }
}

async function openStopped(bench: Bench, shop: Shop): Promise<Point> {
  const point = await Point.open(bench, shop)
  await point.stop()
  return point
}

/** Adds enough stock of every product that no sale is flagged for negative stock. */
async function stock(shop: Shop): Promise<void> {
  const { organizationId, storeId } = shop.office.shop
  await shop.sql.query(
    `INSERT INTO stock_balances (organization_id, store_id, product_id, quantity, average_cost, last_movement_at)
     SELECT organization_id, $2, id, 1000000000, cost, now() FROM products WHERE organization_id = $1`,
    [organizationId, storeId],
  )
}

async function someDevice(shop: Shop): Promise<string> {
  const { rows } = await shop.sql.query<{ id: string }>('SELECT id FROM devices ORDER BY id LIMIT 1')
  return must(rows[0], 'device').id
}

/**
 * Measures the upload in seconds. Timing starts when the agents are running and their requests are waiting at
 * the frozen hub.
 */
export async function upload(
  shop: Shop,
  points: readonly Point[],
  sales: readonly NewSale[],
): Promise<number> {
  const before = await countPosted(shop)
  for (const [lane, point] of points.entries()) {
    recordSales(
      point.folder,
      sales.filter((_, index) => index % points.length === lane),
    )
  }
  await shop.whileFrozen(() => Promise.all(points.map((point) => point.start())))
  const startedAt = performance.now()
  for (const point of points) await whenSent(point)
  await until(
    'all sales are posted',
    async () => (await countPosted(shop)) === before + sales.length,
    GIVE_UP_MS,
  )
  const seconds = (performance.now() - startedAt) / 1000
  await Promise.all(points.map((point) => point.stop()))
  await expectNoFlags(shop)
  return seconds
}

/** Waits until all sales are uploaded. Polls rarely, so that the agent is not disturbed. */
async function whenSent({ till }: Point): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS
  while ((await till.status()).upload.waiting > 0) {
    if (performance.now() > deadline) throw new Error('the sales are never sent')
    await sleep(LOOK_MS)
  }
}

async function countPosted({ sql, organizationId }: Shop): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(
    `SELECT count(*) FROM uploads WHERE organization_id = $1 AND status = 'posted'`,
    [organizationId],
  )
  return Number(rows[0]?.count)
}

/**
 * Throws when the hub has flagged sales, because flags cause additional work and the figures would not be
 * comparable.
 */
async function expectNoFlags({ sql }: Shop): Promise<void> {
  const { rows } = await sql.query<{ flags: unknown }>(
    `SELECT flags FROM retail_sales WHERE flags <> '[]' LIMIT 1`,
  )
  if (rows[0]) throw new Error(`the hub flags the sales of the bench: ${JSON.stringify(rows[0].flags)}`)
}
