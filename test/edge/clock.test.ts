import { expect, it } from 'vitest'
import type { Clock } from '#edge/clock.ts'
import { until } from '../support/until.ts'
import { openShop } from './support/point.ts'

const DAY_MS = 24 * 60 * 60_000

/** Returns a clock with an adjustable wall time and a monotonic time that never jumps. */
function jumpingClock(): Clock & { offsetMs: number } {
  return {
    offsetMs: 0,
    now() {
      return new Date(Date.now() + this.offsetMs)
    },
    monotonicMs: () => performance.now(),
  }
}

it('keeps the order of sales when the clock jumps during a sale', async () => {
  const clock = jumpingClock()
  await using shop = await openShop({ overrides: { clock } })
  const { till, tea, hub } = shop
  for (const offsetMs of [0, 3650 * DAY_MS, -DAY_MS, 0]) {
    await till.add({ productId: tea.id })
    clock.offsetMs = offsetMs
    await till.pay()
  }
  const expected = ['K7-000001', 'K7-000002', 'K7-000003', 'K7-000004']
  const listed = (await till.receipts()).items
  expect(listed.map(({ receiptNumber }) => receiptNumber)).toEqual(expected.toReversed())
  await until('all have arrived', () => hub.sales.length === 4)
  expect(hub.sales.map(({ receiptNumber }) => receiptNumber)).toEqual(expected)
  expect(hub.deliveries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  const monotonic = hub.sales.map((sale) => sale.clock.monotonicMs)
  expect(monotonic).toEqual(monotonic.toSorted((a, b) => a - b))
  const [first, , third] = hub.sales.map(({ soldAt }) => Date.parse(soldAt))
  expect(third).toBeLessThan(first ?? 0)
})

it('calculates correct totals for a shift during which the clock jumps', async () => {
  const clock = jumpingClock()
  await using shop = await openShop({ overrides: { clock } })
  await shop.till.expect('POST', '/shift/open', { openingCash: 5 })
  clock.offsetMs = -10 * DAY_MS
  await shop.till.sell(shop.tea.id)
  clock.offsetMs = 20 * DAY_MS
  await shop.till.sell(shop.tea.id)
  expect(await shop.till.expect('POST', '/shift/close', { countedCash: 25 })).toMatchObject({
    totals: { receiptsCount: 2, expectedCash: 25 },
  })
})
