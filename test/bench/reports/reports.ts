import { PROFIT_GROUPINGS, PROFIT_REPORT } from '#shared/contracts/reports/profit.ts'
import { SALES_GROUPINGS, SALES_REPORT } from '#shared/contracts/reports/sales.ts'
import type { Bench, Measurement } from '../harness/bench.ts'
import type { Aim, Figure } from '../harness/figure.ts'
import { median, percentile } from '../harness/statistics.ts'
import { timed } from '../harness/timed.ts'
import type { Shop } from '../world/shop.ts'
import { type BareKey, readBare } from './bare-report.ts'
import { daysOf, openOldChain, sizeOf } from './old-chain.ts'

/** Without a floor where nothing as bare gives what the report gives. */
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

/** Each report by each grouping of a day, a month, a year and three years, beside the same sums straight over the lines. */
export const REPORTS: Measurement = {
  name: 'reports',
  prepare: async (bench) => (await openOldChain(bench))[Symbol.asyncDispose](),
  measure: async (bench) => {
    await using shop = await openOldChain(bench)
    const { days } = sizeOf(bench)
    const [month, year] = bench.options.isQuick ? [10, 30] : [30, 365]
    const figures: Figure[] = []
    for (const [period, count, requests, belowMs] of [
      ['a day', 1, 40, 200],
      ['a month', month, 40, 200],
      ['a year', year, 10, 500],
      ['three years', days - 8, 10, 500],
    ] as const) {
      const floors = new FloorsOf(bench, shop, count)
      for (const report of EACH) {
        const name = `${report.name}, ${period}`
        const { medians, tails } = await measure(bench, shop, report.path, { count, requests })
        const floor = report.bare ? await floors.of(report.bare) : []
        const isLong = count >= month && floor.length > 0
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
  { count, requests }: { count: number; requests: number },
): Promise<{ medians: number[]; tails: number[] }> {
  const { days } = sizeOf(bench)
  const [medians, tails]: [number[], number[]] = [[], []]
  for (let run = 0; run < bench.options.runs; run += 1) {
    const times: number[] = []
    for (let n = 0; n < requests; n += 1) {
      const { from, to } = daysOf(count, run * requests + n, days)
      times.push(await timed(() => office.send('GET', `${path}&from=${from}&to=${to}&pageSize=50`)))
    }
    medians.push(median(times))
    tails.push(percentile(times, 0.99))
  }
  return { medians, tails }
}

/** The sums over the lines, measured once for all reports that show them. */
class FloorsOf {
  readonly #bench: Bench
  readonly #shop: Shop
  readonly #count: number
  readonly #measured = new Map<BareKey, number[]>()

  constructor(bench: Bench, shop: Shop, count: number) {
    this.#bench = bench
    this.#shop = shop
    this.#count = count
  }

  async of(key: BareKey): Promise<number[]> {
    const known = this.#measured.get(key)
    if (known) return known
    const times: number[] = []
    const { sql, organizationId } = this.#shop
    for (let run = 0; run < this.#bench.options.runs; run += 1) {
      const days = daysOf(this.#count, run, sizeOf(this.#bench).days)
      times.push(await timed(() => readBare(sql, organizationId, key, days)))
    }
    this.#measured.set(key, times)
    return times
  }
}
