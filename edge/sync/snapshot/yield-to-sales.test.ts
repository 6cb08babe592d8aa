import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { YieldToSales } from './yield-to-sales.ts'

const { signal } = new AbortController()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function begin() {
  const pulse = new Int32Array(new SharedArrayBuffer(4))
  return { yieldToSales: new YieldToSales(pulse), sell: () => void Atomics.add(pulse, 0, 1) }
}

/** Counts how often the download waits before it continues. `between` runs during each wait. */
async function restsOf(yieldToSales: YieldToSales, between = () => {}): Promise<number> {
  let isOver = false
  const over = yieldToSales.toSales(signal).then(() => {
    isOver = true
  })
  let rests = 0
  for (;;) {
    await vi.advanceTimersByTimeAsync(0)
    if (isOver) break
    rests += 1
    between()
    await vi.advanceTimersByTimeAsync(20)
  }
  await over
  return rests
}

it('waits once after a write', async () => {
  const { yieldToSales, sell } = begin()
  expect(await restsOf(yieldToSales)).toBe(0)
  sell()
  expect(await restsOf(yieldToSales)).toBe(1)
  expect(await restsOf(yieldToSales)).toBe(0)
})

it('waits again after another write during the wait', async () => {
  const { yieldToSales, sell } = begin()
  sell()
  let sold = 0
  expect(await restsOf(yieldToSales, () => sold++ === 0 && sell())).toBe(2)
})

it('continues after three waits when the till never stops writing', async () => {
  const { yieldToSales, sell } = begin()
  sell()
  expect(await restsOf(yieldToSales, sell)).toBe(3)
})
