import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backoffMs, sleep } from './retry.ts'

afterEach(() => vi.restoreAllMocks())

describe('sleep', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  it('lasts so long', async () => {
    let isOver = false
    const sleeping = sleep(1000).then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await sleeping
    expect(isOver).toBe(true)
  })

  it('ends when it is called off, and leaves neither timer nor listener', async () => {
    const { signal, abort } = control()
    const sleeping = sleep(1000, signal)
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([1, 1])
    abort()
    await sleeping
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0])
  })

  it('leaves no listener when it has lasted', async () => {
    const { signal } = control()
    const sleeping = sleep(1000, signal)
    await vi.advanceTimersByTimeAsync(1000)
    await sleeping
    expect(getEventListeners(signal, 'abort').length).toBe(0)
  })

  it('does not begin when it is called off already', async () => {
    const { signal, abort } = control()
    abort()
    await sleep(1000, signal)
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0])
  })

  function control() {
    const controller = new AbortController()
    return { signal: controller.signal, abort: () => controller.abort() }
  }
})

describe('the wait after failures', () => {
  it.each([
    [1, 100],
    [2, 200],
    [3, 400],
    [7, 5000],
    [2000, 5000],
  ])('after %i in a row is up to %i ms, and at least half of it', (failures, full) => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    expect(backoffMs(failures, 100, 5000)).toBe(full)
    random.mockReturnValue(0.5)
    expect(backoffMs(failures, 100, 5000)).toBe(full * 0.75)
    random.mockReturnValue(1)
    expect(backoffMs(failures, 100, 5000)).toBe(full / 2)
  })
})
