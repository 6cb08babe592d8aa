import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GiveWay } from './give-way.ts'

const { signal } = new AbortController()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function begin() {
  const pulse = new Int32Array(new SharedArrayBuffer(4))
  return { giveWay: new GiveWay(pulse), sell: () => void Atomics.add(pulse, 0, 1) }
}

/** How often the download rests before it goes on; `between` happens in each rest. */
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

it('rests when something was written down, and not again for the same', async () => {
  const { giveWay, sell } = begin()
  expect(await restsOf(giveWay)).toBe(0)
  sell()
  expect(await restsOf(giveWay)).toBe(1)
  expect(await restsOf(giveWay)).toBe(0)
})

it('rests again when more is written down in its rest', async () => {
  const { giveWay, sell } = begin()
  sell()
  let sold = 0
  expect(await restsOf(giveWay, () => sold++ === 0 && sell())).toBe(2)
})

it('goes on beside a till that never rests', async () => {
  const { giveWay, sell } = begin()
  sell()
  expect(await restsOf(giveWay, sell)).toBe(3)
})
