import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GiveWay } from './give-way.ts'

const { signal } = new AbortController()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function begin() {
  const pulse = new Int32Array(new SharedArrayBuffer(4))
  return { giveWay: new GiveWay(pulse), sell: () => void Atomics.add(pulse, 0, 1) }
}

/** Counts the rests of the download before it continues; `between` runs in each rest. */
async function restsOf(giveWay: GiveWay, between = () => {}): Promise<number> {
  let isOver = false
  const over = giveWay.toSales(signal).then(() => {
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

it('rests after a write, and not again for the same one', async () => {
  const { giveWay, sell } = begin()
  expect(await restsOf(giveWay)).toBe(0)
  sell()
  expect(await restsOf(giveWay)).toBe(1)
  expect(await restsOf(giveWay)).toBe(0)
})

it('rests again after another write during its rest', async () => {
  const { giveWay, sell } = begin()
  sell()
  let sold = 0
  expect(await restsOf(giveWay, () => sold++ === 0 && sell())).toBe(2)
})

it('continues beside a till that never rests', async () => {
  const { giveWay, sell } = begin()
  sell()
  expect(await restsOf(giveWay, sell)).toBe(3)
})
