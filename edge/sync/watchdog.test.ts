import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Watchdog } from './watchdog.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('Watchdog', () => {
  function begin() {
    const stuck: number[] = []
    return { stuck, watchdog: new Watchdog(60_000, (silentMs) => stuck.push(silentMs)) }
  }

  it('fires once after three times the expected duration', () => {
    const { stuck, watchdog } = begin()
    watchdog.expectWithin(30_000)
    vi.advanceTimersByTime(89_999)
    expect(stuck).toEqual([])
    vi.advanceTimersByTime(1)
    expect(stuck).toEqual([90_000])
    vi.advanceTimersByTime(3_600_000)
    expect(stuck).toEqual([90_000])
  })

  it('waits at least its minimum duration', () => {
    const { stuck, watchdog } = begin()
    watchdog.expectWithin(1)
    vi.advanceTimersByTime(59_999)
    expect(stuck).toEqual([])
    vi.advanceTimersByTime(1)
    expect(stuck).toEqual([60_000])
  })

  it('restarts with each sign of life and each new expected duration', () => {
    const { stuck, watchdog } = begin()
    watchdog.expectWithin(30_000)
    vi.advanceTimersByTime(80_000)
    watchdog.touch()
    vi.advanceTimersByTime(80_000)
    watchdog.expectWithin(20_000)
    vi.advanceTimersByTime(59_999)
    expect(stuck).toEqual([])
    vi.advanceTimersByTime(1)
    expect(stuck).toEqual([60_000])
  })

  it('stays idle before the first expected duration and after a stop', () => {
    const { stuck, watchdog } = begin()
    watchdog.touch()
    expect(vi.getTimerCount()).toBe(0)
    watchdog.expectWithin(1)
    watchdog.stop()
    watchdog.touch()
    expect(vi.getTimerCount()).toBe(0)
    expect(stuck).toEqual([])
  })
})
