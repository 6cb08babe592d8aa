import { PROFIT_GROUPINGS, PROFIT_REPORT } from '#shared/contracts/reports/profit.ts'
import { SALES_GROUPINGS, SALES_REPORT } from '#shared/contracts/reports/sales.ts'
import type { Bench, Measurement } from '../harness/bench.ts'
import type { Aim, Figure } from '../harness/figure.ts'
import { median, percentile } from '../harness/statistics.ts'
import { timed } from '../harness/timed.ts'
import type { Shop } from '../world/shop.ts'
import { type BareKey, readBare } from './bare-report.ts'
import { type Days, daysOf, monthOf, openOldChain, sizeOf } from './old-chain.ts'

/** Reports to measure. `bare` is omitted when no plain query gives the same result. */
const EACH: { name: string; path: string; bare?: BareKey }[] = [
  ...SALES_GROUPINGS.map((bare) => ({
    name: `sales by ${bare}`,
    path: `${SALES_REPORT.path}?groupBy=${bare}`,
    bare,
  })),
  ...PROFIT_GROUPINGS.map((bare) => ({
    name: `profit by ${bare}`,
    path: `${PROFIT_REPORT.path}?groupBy=${bare}`,
    bare,
  })),
  ...(['Revenue', 'Profit', 'Quantity'] as const).map((metric) => ({
    name: `ABC by ${metric}`,
    path: `/api/reports/abc?metric=${metric}`,
    bare: 'product' as const,
  })),
]

const LEAST_RATIO = 20

/** Returns the days of the nth request. */
type DaysOf = (n: number) => Days

/**
 * Reports by each grouping over a day, a month, a year and three years, compared with the same sums computed
 * directly from the lines.
 */
export const REPORTS: Measurement = {
  name: 'reports',
  prepare: async (bench) => (await openOldChain(bench))[Symbol.asyncDispose](),
  measure: async (bench) => {
    await using shop = await openOldChain(bench)
    const { days } = sizeOf(bench)
    const daysAgo = (count: number) => (n: number) => daysOf(count, n, days)
    const figures: Figure[] = []
    for (const [period, of, requests, belowMs] of bench.options.isQuick
      ? ([
          ['a day', daysAgo(1), 40, 200],
          ['10 days', daysAgo(10), 10, 200],
        ] as const)
      : ([
          ['a day', daysAgo(1), 40, 200],
          ['a month', (n) => monthOf(n, days), 40, 200],
          ['30 days', daysAgo(30), 20, 500],
          ['a year', daysAgo(365), 10, 500],
          ['three years', daysAgo(days - 8), 10, 500],
        ] satisfies [string, DaysOf, number, number][])) {
      const floors = new FloorsOf(bench, shop, of)
      for (const report of EACH) {
        const name = `${report.name}, ${period}`
        const { medians, tails } = await measure(bench, shop, report.path, { of, requests })
        const floor = report.bare ? await floors.of(report.bare) : []
        const isLong = period !== 'a day' && floor.length > 0
        const aim: { aim?: Aim } = isLong ? { aim: { ratioAtMost: 1 / LEAST_RATIO } } : {}
        figures.push(
          { name: `${name}, p50 beside SQL over the lines`, unit: 'ms', product: medians, floor, ...aim },
          { name: `${name}, p99`, unit: 'ms', product: tails, floor: [], aim: { below: belowMs } },
        )
        bench.options.say(
          `${name}: ${median(medians).toFixed(0)} ms, p99 ${median(tails).toFixed(0)}, over the lines ${median(floor).toFixed(0)}`,
        )
      }
    }
    return figures
  },
}

async function measure(
  bench: Bench,
  { office }: Shop,
  path: string,
  { of, requests }: { of: DaysOf; requests: number },
): Promise<{ medians: number[]; tails: number[] }> {
  const [medians, tails]: [number[], number[]] = [[], []]
  for (let run = 0; run < bench.options.runs; run += 1) {
    const times: number[] = []
    for (let n = 0; n < requests; n += 1) {
      const { from, to } = of(run * requests + n)
      times.push(await timed(() => office.send('GET', `${path}&from=${from}&to=${to}&pageSize=50`)))
    }
    medians.push(median(times))
    tails.push(percentile(times, 0.99))
  }
  return { medians, tails }
}

/** Floors computed from the lines, each measured once for all reports with the same grouping. */
class FloorsOf {
  readonly #bench: Bench
  readonly #shop: Shop
  readonly #of: DaysOf
  readonly #measured = new Map<BareKey, number[]>()

  constructor(bench: Bench, shop: Shop, of: DaysOf) {
    this.#bench = bench
    this.#shop = shop
    this.#of = of
  }

  async of(key: BareKey): Promise<number[]> {
    const known = this.#measured.get(key)
    if (known) return known
    const times: number[] = []
    const { sql, organizationId } = this.#shop
    for (let run = 0; run < this.#bench.options.runs; run += 1) {
      const days = this.#of(run)
      times.push(await timed(() => readBare(sql, organizationId, key, days)))
    }
    this.#measured.set(key, times)
    return times
  }
}
