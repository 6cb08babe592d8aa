import { SALES_REPORT } from '#shared/contracts/reports/sales.ts'
import { must } from '#shared/std/must.ts'
import { sleep } from '#shared/std/retry.ts'
import type { Measurement } from '../harness/bench.ts'
import { percentile } from '../harness/statistics.ts'
import { timed } from '../harness/timed.ts'
import { openOutboxes, upload } from '../sync/upload.ts'
import { composeSales } from '../world/sales.ts'
import type { Shop } from '../world/shop.ts'

const REPORTS = 20
const LOOK_MS = 200
/** Threshold in hub/jobs/day-sums.ts: the current day is summed once it has this many marks. */
const MOST_MARKS = 500

/**
 * Backlog of unsummed days after ten thousand receipts, uploaded by offline tills as fast as the hub accepts
 * them. Measures a report on that day immediately afterwards, and the time until the day is summed.
 */
export const BACKLOG: Measurement = {
  name: 'backlog',
  measure: async (bench) => {
    await using resources = new AsyncDisposableStack()
    const { shop, points, products } = await openOutboxes(bench, resources)
    const count = bench.options.isQuick ? 600 : 10_000
    const [uploads, reports, waits]: [number[], number[], number[]] = [[], [], []]
    for (let run = 0; run < bench.options.runs; run += 1) {
      uploads.push(await upload(shop, points, composeSales(shop.office.shop, products, count)))
      const behind = performance.now()
      reports.push(await reportOnToday(shop))
      while (await hasBacklog(shop)) await sleep(LOOK_MS)
      waits.push((performance.now() - behind) / 1000)
    }
    return [
      { name: `upload of ${count} sales by ${points.length} agents`, unit: 's', product: uploads, floor: [] },
      { name: 'report by product right behind them, p99', unit: 'ms', product: reports, floor: [] },
      { name: 'until their day is summed up', unit: 's', product: waits, floor: [] },
    ]
  },
}

async function reportOnToday({ office }: Shop): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < REPORTS; n += 1)
    times.push(await timed(() => office.send('GET', `${SALES_REPORT.path}?groupBy=product&pageSize=50`)))
  return percentile(times, 0.99)
}

async function hasBacklog({ sql }: Shop): Promise<boolean> {
  const { rows } = await sql.query<{ count: string }>(
    'SELECT count(*) FROM platform_dirty_days($1::integer)',
    [MOST_MARKS],
  )
  return Number(must(rows[0]).count) > 0
}
