import type { Shop } from '../world/shop.ts'
import type { Bench } from './bench.ts'
import type { Figure } from './figure.ts'
import { median, percentile } from './statistics.ts'
import { timed } from './timed.ts'

const CONSTANT_PATH = '/healthz'
const BELOW_MS = 50
const REQUESTS_WHEN_QUICK = 20

/** Returns the address of the nth request. */
export type Address = (n: number) => string

/**
 * Measures `count` requests from head office to each address. Each is followed by a request to a handler that
 * returns a constant, as the floor under the same load.
 */
export async function measureRequests(
  bench: Bench,
  shop: Shop,
  addresses: Record<string, Address>,
  count: number,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, address] of Object.entries(addresses))
    figures.push(...(await measure(bench, shop, { name, address, count })))
  return figures
}

async function measure(
  { options }: Bench,
  shop: Shop,
  { name, address, count }: { name: string; address: Address; count: number },
): Promise<Figure[]> {
  const requests = options.isQuick ? REQUESTS_WHEN_QUICK : count
  const [medians, tails, constants]: [number[], number[], number[]] = [[], [], []]
  for (let run = 0; run < options.runs; run += 1) {
    const [times, still]: [number[], number[]] = [[], []]
    for (let n = 0; n < requests; n += 1) {
      times.push(await timed(() => shop.office.send('GET', address(run * requests + n))))
      still.push(await timed(async () => (await fetch(shop.hubUrl + CONSTANT_PATH)).text()))
    }
    medians.push(median(times))
    tails.push(percentile(times, 0.99))
    constants.push(median(still))
  }
  options.say(`${name}: ${median(medians).toFixed(1)} ms, p99 ${median(tails).toFixed(1)}`)
  return [
    { name: `${name}, p50 beside a constant handler`, unit: 'ms', product: medians, floor: constants },
    { name: `${name}, p99`, unit: 'ms', product: tails, floor: [], aim: { below: BELOW_MS } },
  ]
}
