import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Cart, Receipt } from '#shared/contracts/till/till.ts'
import { sleep } from '#shared/std/retry.ts'
import type { Bench, Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import { percentile } from '../harness/statistics.ts'
import { type CatalogProduct, fillCatalog, findProducts } from '../world/catalog.ts'
import { Point } from '../world/point.ts'
import { LINES_PER_SALE } from '../world/sales.ts'
import { Shop } from '../world/shop.ts'
import { BareJournal } from './bare-journal.ts'
import type { JournalTime } from './time-journal.ts'

const AIM = { ratioAtMost: 1.5 }
const WARM_UP_SALES = 30
const MOST_SALES_BEFORE = 3_000
/** Pause in ms between two sales, so that the agent has some idle time. */
const PAUSE_MS = 10

/** Sales within a time range: the till's payment requests, the agent's transactions, and the floor. */
interface Stretch {
  from: number
  until: number
  requestsMs: number[]
  floorMs: number[]
}

/** Sales at the till while the agent is idle, and while it downloads a snapshot and builds a replica from it. */
export const SALE_COMMIT: Measurement = {
  name: 'sale-commit',
  measure: async (bench) => {
    const { isQuick, runs, say } = bench.options
    const products = isQuick ? 100_000 : 1_000_000
    const sales = isQuick ? 50 : 300
    await using shop = await Shop.open(bench)
    say(`making ${products} products`)
    await fillCatalog(shop, products)
    const sold = await findProducts(
      shop.sql,
      Array.from({ length: LINES_PER_SALE }, (_, i) => 1 + i * Math.floor(products / LINES_PER_SALE)),
    )
    const timesPath = bench.newPath('journal-times.json')
    await using point = await openTimed(bench, shop, timesPath)
    await pay(point, await ringUp(point, sold))

    const measured: { idle: Times; busy: Times }[] = []
    for (let run = 1; run <= runs; run++) {
      const idle = await sellIdle(bench, point, sold, sales)
      await point.stop()
      const idleTimes = timesOf([idle], readTimes(timesPath))
      const busyTimes = await sellDuringSnapshots(bench, point, sold, { sales, timesPath })
      measured.push({ idle: idleTimes, busy: busyTimes })
      say(`run ${run}: ${idleTimes.floor.length} sales idle, ${busyTimes.floor.length} during snapshots`)
      await point.start()
    }
    return figuresOf(measured)
  },
}

/** Opens an agent that records the duration of its journal transactions. */
function openTimed(bench: Bench, shop: Shop, timesPath: string): Promise<Point> {
  const preload = `--import ${resolve(import.meta.dirname, 'time-journal.ts')}`
  return Point.open(bench, shop, {
    NODE_OPTIONS: [preload, bench.profiling.NODE_OPTIONS ?? ''].join(' '),
    JOURNAL_TIMES: timesPath,
  })
}

/**
 * Makes sales while `isWanted`, with a bare commit alternately before or after each payment. Work triggered
 * by the previous sale (its upload, the hub's commits) thus affects both equally.
 */
async function sell(
  point: Point,
  bare: BareJournal,
  products: readonly CatalogProduct[],
  isWanted: (count: number) => boolean | Promise<boolean>,
): Promise<Stretch> {
  const stretch: Stretch = { from: wallMs(), until: 0, requestsMs: [], floorMs: [] }
  while (await isWanted(stretch.floorMs.length)) {
    const cart = await ringUp(point, products)
    const isFloorFirst = stretch.floorMs.length % 2 === 0
    if (isFloorFirst) stretch.floorMs.push(bare.commitSale())
    stretch.requestsMs.push(await pay(point, cart))
    if (!isFloorFirst) stretch.floorMs.push(bare.commitSale())
    await sleep(PAUSE_MS)
  }
  return { ...stretch, until: wallMs() }
}

/** Makes sales at an idle agent. The first sales after its start are not counted. */
async function sellIdle(
  bench: Bench,
  point: Point,
  products: readonly CatalogProduct[],
  sales: number,
): Promise<Stretch> {
  using bare = new BareJournal(point.folder, bench.newPath('bare.db'))
  await sell(point, bare, products, (count) => count < WARM_UP_SALES)
  return await sell(point, bare, products, (count) => count < sales)
}

/**
 * Makes sales during snapshot downloads until the number of sales is reached. The agent is stopped before and
 * after.
 */
async function sellDuringSnapshots(
  bench: Bench,
  point: Point,
  products: readonly CatalogProduct[],
  { sales, timesPath }: { sales: number; timesPath: string },
): Promise<Times> {
  const isDownloading = async () => (await point.till.status()).download.received !== null
  const stretches: Stretch[] = []
  const times: JournalTime[] = []
  while (stretches.reduce((count, { floorMs }) => count + floorMs.length, 0) < sales) {
    point.losePosition()
    await point.start()
    using bare = new BareJournal(point.folder, bench.newPath('bare.db'))
    // An agent that can sell waits some seconds before it downloads a snapshot.
    await sell(point, bare, products, async (count) => {
      if (count > MOST_SALES_BEFORE) throw new Error('the agent does not begin to download')
      return !(await isDownloading())
    })
    stretches.push(await sell(point, bare, products, isDownloading))
    await point.stop()
    times.push(...readTimes(timesPath))
  }
  return timesOf(stretches, times)
}

/** Reads the journal times of the agent that has just ended. */
function readTimes(path: string): JournalTime[] {
  return JSON.parse(readFileSync(path, 'utf8')) as JournalTime[]
}

async function ringUp({ till }: Point, products: readonly CatalogProduct[]): Promise<Cart> {
  for (const { id } of products) await till.add({ productId: id })
  return till.cart()
}

/** Pays and returns the duration of the request in ms. */
async function pay({ till }: Point, { id: cartId, version: cartVersion, sum }: Cart): Promise<number> {
  const startedAt = performance.now()
  const payments = [{ type: 'Cash', amount: sum }]
  await till.expect<Receipt>('POST', '/cart/pay', { cartId, cartVersion, payments })
  return performance.now() - startedAt
}

interface Times {
  journal: number[]
  requests: number[]
  floor: number[]
}

function timesOf(stretches: readonly Stretch[], journal: readonly JournalTime[]): Times {
  const within = journal.filter(({ at }) => stretches.some(({ from, until }) => at >= from && at <= until))
  return {
    journal: within.map(({ ms }) => ms),
    requests: stretches.flatMap(({ requestsMs }) => requestsMs),
    floor: stretches.flatMap(({ floorMs }) => floorMs),
  }
}

function figuresOf(runs: readonly { idle: Times; busy: Times }[]): Figure[] {
  const figure = (
    name: string,
    share: number,
    product: (run: (typeof runs)[number]) => number[],
    floor: (run: (typeof runs)[number]) => number[],
  ): Figure => ({
    name: `sale at the till, ${name}, p${share * 100}`,
    unit: 'ms',
    product: runs.map((run) => percentile(product(run), share)),
    floor: runs.map((run) => percentile(floor(run), share)),
  })
  const idle = (share: number) =>
    figure(
      'commit, idle',
      share,
      (run) => run.idle.journal,
      (run) => run.idle.floor,
    )
  const busy = (share: number) =>
    figure(
      'commit, during a snapshot',
      share,
      (run) => run.busy.journal,
      (run) => run.busy.floor,
    )
  return [
    idle(0.5),
    { ...idle(0.99), aim: AIM },
    busy(0.5),
    { ...busy(0.99), aim: AIM },
    figure(
      'commit, during a snapshot, beside the idle floor',
      0.99,
      (run) => run.busy.journal,
      (run) => run.idle.floor,
    ),
    figure(
      'whole request, idle',
      0.99,
      (run) => run.idle.requests,
      (run) => run.idle.floor,
    ),
    figure(
      'whole request, during a snapshot',
      0.99,
      (run) => run.busy.requests,
      (run) => run.busy.floor,
    ),
  ]
}

const wallMs = (): number => performance.timeOrigin + performance.now()
