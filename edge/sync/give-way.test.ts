import { expect, test } from 'vitest'
import { GiveWay } from './give-way.ts'

const { signal } = new AbortController()

async function timed(giveWay: GiveWay): Promise<number> {
  const startedAt = performance.now()
  await giveWay.toSales(signal)
  return performance.now() - startedAt
}

test('rests when something was written down, and not again for the same', async () => {
  const pulse = new Int32Array(new SharedArrayBuffer(4))
  const giveWay = new GiveWay(pulse)
  expect(await timed(giveWay)).toBeLessThan(15)
  Atomics.add(pulse, 0, 1)
  expect(await timed(giveWay)).toBeGreaterThan(15)
  expect(await timed(giveWay)).toBeLessThan(15)
})

test('goes on beside a till that never rests', async () => {
  const pulse = new Int32Array(new SharedArrayBuffer(4))
  const giveWay = new GiveWay(pulse)
  const selling = setInterval(() => Atomics.add(pulse, 0, 1), 1)
  Atomics.add(pulse, 0, 1)
  await giveWay.toSales(signal)
  clearInterval(selling)
})
