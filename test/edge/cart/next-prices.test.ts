import { expect, it } from 'vitest'
import type { Clock } from '#edge/clock.ts'
import type { Cart, ProductSearchResult } from '#shared/contracts/till/till.ts'
import type { Till } from '../../support/till.ts'
import { until } from '../../support/until.ts'
import { product } from '../support/catalog.ts'
import { openShop } from '../support/point.ts'

const DAY_MS = 24 * 60 * 60_000

function clockAhead(offsetMs = 0): Clock & { offsetMs: number } {
  return {
    offsetMs,
    now() {
      return new Date(Date.now() + this.offsetMs)
    },
    monotonicMs: () => performance.now(),
  }
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
/** Product that costs 10 now, 12.50 from tomorrow, and 9 from the day after tomorrow. */
const coffee = product({
  name: 'Coffee',
  code: 'C1',
  price: 10,
  minPrice: 8,
  nextPrices: [
    { from: inDays(1), price: 12.5 },
    { from: inDays(2), price: 9 },
  ],
})

const priceOf = async (till: Till) => (await till.search('coffee')).items[0]?.price

it('switches to a scheduled price while offline', async () => {
  const clock = clockAhead()
  await using shop = await openShop({ lines: [coffee], overrides: { clock } })
  const { till, hub } = shop
  await hub.goDown()
  expect(await priceOf(till)).toBe(10)
  clock.offsetMs = 1.1 * DAY_MS
  expect(await priceOf(till)).toBe(12.5)
  expect((await till.expect<ProductSearchResult>('GET', '/products/by-code/C1')).items[0]?.price).toBe(12.5)
  expect((await till.sell(coffee.id)).lines).toMatchObject([{ price: 12.5 }])
  clock.offsetMs = 2.1 * DAY_MS
  expect((await till.sell(coffee.id, 2)).sum).toBe(18)
  await hub.comeBack()
  await until('the sales are there', () => hub.sales.length === 2)
  expect(hub.sales.map(({ lines }) => lines[0]?.listPrice)).toEqual([12.5, 9])
})

it('keeps the price of a line when a scheduled price starts', async () => {
  const clock = clockAhead()
  await using shop = await openShop({ lines: [coffee], overrides: { clock } })
  const { till } = shop
  await shop.hub.goDown()
  await till.add({ productId: coffee.id })
  clock.offsetMs = 1.1 * DAY_MS
  const cart = await till.add({ productId: coffee.id })
  expect(cart.lines).toMatchObject([
    { quantity: 1, price: 10, listPrice: 10 },
    { quantity: 1, price: 12.5, listPrice: 12.5 },
  ])
  expect((await till.pay()).sum).toBe(22.5)
})

it('uses the scheduled price as list price where custom prices are not allowed', async () => {
  const clock = clockAhead(1.1 * DAY_MS)
  await using shop = await openShop({
    lines: [coffee],
    settings: { allowCustomPrice: false },
    overrides: { clock },
  })
  shop.hub.offsetMs = clock.offsetMs
  shop.hub.change(product())
  await until(
    'the clocks were compared',
    async () => Math.abs((await shop.till.status()).hubOffsetMs ?? 1e9) < 60_000,
  )
  await shop.till.expect<Cart>('POST', '/cart/lines', { productId: coffee.id, price: 12.5 })
  const old = await shop.till.send('POST', '/cart/lines', { productId: coffee.id, price: 10 })
  expect(old).toMatchObject({ status: 403, body: { code: 'not_allowed_here' } })
})

it('switches prices by the clock of the hub, or by the clock of the agent when the difference is unknown', async () => {
  const clock = clockAhead(5 * DAY_MS)
  await using shop = await openShop({ lines: [coffee], overrides: { clock } })
  const { till, hub, point } = shop
  expect(await priceOf(till)).toBe(10)
  await hub.goDown()
  expect(await priceOf(till)).toBe(10)
  await point.stop()
  await point.start()
  // After the restart, the agent does not know the difference from the hub clock.
  expect(await priceOf(till)).toBe(9)
})

it('applies scheduled prices that the hub sets and cancels', async () => {
  const clock = clockAhead(3 * DAY_MS)
  await using shop = await openShop({ lines: [coffee], overrides: { clock } })
  const { till, hub } = shop
  hub.offsetMs = clock.offsetMs
  hub.change(product({ ...coffee.v, nextPrices: [{ from: inDays(1), price: 12 }] }, coffee.id))
  await until('the last is cancelled', async () => (await priceOf(till)) === 12)
  hub.change(product({ ...coffee.v, nextPrices: [] }, coffee.id))
  await until('the other too', async () => (await priceOf(till)) === 10)
})
