import { rmSync } from 'node:fs'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import { until } from '#test/support/until.ts'
import type { Bench, Measurement } from '../harness/bench.ts'
import type { Figure } from '../harness/figure.ts'
import { fillCatalog, findProducts } from '../world/catalog.ts'
import { Point } from '../world/point.ts'
import { Shop } from '../world/shop.ts'
import { insertBare, readReplicaRows } from './bare-replica.ts'

const AIM = { ratioAtMost: 2.5 }
const GIVE_UP_MS = 900_000
/** Time in ms that a user needs to type a pairing code from head office at the till. */
const TYPING_MS = 10_000

/** Time from a cold agent to a till that finds the last product by its barcode. */
export const FIRST_DOWNLOAD: Measurement = {
  name: 'first-download',
  measure: (bench) => measureDownload(bench, bench.options.isQuick ? 10_000 : 100_000, bench.options.runs),
}

export const FIRST_DOWNLOAD_LARGE: Measurement = {
  name: 'first-download-large',
  measure: (bench) =>
    measureDownload(bench, bench.options.isQuick ? 100_000 : 1_000_000, Math.min(2, bench.options.runs)),
}

async function measureDownload(bench: Bench, products: number, runs: number): Promise<Figure[]> {
  const { say } = bench.options
  await using shop = await Shop.open(bench)
  await using point = await Point.open(bench, shop)
  await point.stop()
  say(`making ${products} products`)
  await fillCatalog(shop, products)
  const rows = await readReplicaRows(shop.sql, shop.organizationId)
  const { barcode } = must((await findProducts(shop.sql, [products]))[0], 'last product')

  const measured = {
    floor: [] as number[],
    first: [] as number[],
    next: [] as number[],
    paired: [] as number[],
  }
  const path = bench.newPath('bare.db')
  for (let run = 1; run <= runs; run++) {
    await shop.forgetPrepared()
    measured.first.push(await downloadCold(shop, point, barcode))
    measured.floor.push(insertBare(path, rows) / 1000)
    rmSync(path)
    measured.next.push(await downloadCold(shop, point, barcode))
    await point.stop()
    await shop.forgetPrepared()
    measured.paired.push(await enrolAndDownload(bench, shop, barcode))
    const last = Object.entries(measured).map(([name, seconds]) => `${name} ${seconds.at(-1)?.toFixed(2)}`)
    say(`run ${run}: ${last.join(', ')} s`)
  }
  const count = products.toLocaleString('en').replaceAll(',', ' ')
  const figure = { unit: 's', floor: measured.floor, aim: AIM }
  return [
    {
      ...figure,
      name: `first download of ${count} products, first till of its scope`,
      product: measured.first,
    },
    {
      ...figure,
      name: `first download of ${count} products, first till, by a new code`,
      product: measured.paired,
    },
    { ...figure, name: `first download of ${count} products, next till`, product: measured.next },
  ]
}

/**
 * Measures a cold download in seconds. Timing starts when the agent is running and its request is waiting at
 * the frozen hub.
 */
async function downloadCold(shop: Shop, point: Point, barcode: string): Promise<number> {
  await point.stop()
  point.forgetReplica()
  await shop.whileFrozen(point.start)
  const startedAt = performance.now()
  await findLast(point, barcode)
  return (performance.now() - startedAt) / 1000
}

/**
 * Measures the time in seconds from entering the code. The hub starts preparing the data only when it issues
 * the code.
 */
async function enrolAndDownload(bench: Bench, shop: Shop, barcode: string): Promise<number> {
  await using point = await Point.openUnenrolled(bench, shop)
  const code = await shop.office.pairingCode()
  await sleep(TYPING_MS)
  const startedAt = performance.now()
  await point.enrol(code, shop.office.shop.employeeId)
  await findLast(point, barcode)
  return (performance.now() - startedAt) / 1000
}

const findLast = ({ till }: Point, barcode: string): Promise<unknown> =>
  until(
    'the last product is found',
    async () => (await till.send('GET', `/products/by-code/${barcode}`)).status === 200,
    GIVE_UP_MS,
  )
