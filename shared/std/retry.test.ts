import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backoffMs, sleep } from './retry.ts'

afterEach(() => vi.restoreAllMocks())

describe('sleep', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  it('resolves after the given time', async () => {
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

  it('resolves on abort and leaves neither timer nor listener', async () => {
    const { signal, abort } = control()
    const sleeping = sleep(1000, signal)
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([1, 1])
    abort()
    await sleeping
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0])
  })

  it('leaves no listener after it resolves', async () => {
    const { signal } = control()
    const sleeping = sleep(1000, signal)
    await vi.advanceTimersByTimeAsync(1000)
    await sleeping
    expect(getEventListeners(signal, 'abort').length).toBe(0)
  })

  it('resolves immediately when the signal is already aborted', async () => {
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

describe('backoffMs', () => {
  it.each([
    [1, 100],
    [2, 200],
    [3, 400],
    [7, 5000],
    [2000, 5000],
  ])('waits after %i consecutive failures for at most %i ms and at least half of that', (failures, full) => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    expect(backoffMs(failures, 100, 5000)).toBe(full)
    random.mockReturnValue(0.5)
    expect(backoffMs(failures, 100, 5000)).toBe(full * 0.75)
    random.mockReturnValue(1)
    expect(backoffMs(failures, 100, 5000)).toBe(full / 2)
  })
})
