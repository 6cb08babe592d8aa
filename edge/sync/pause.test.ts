import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pause } from './pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('Pause', () => {
  function begin(ms: number | null, pause = new Pause()) {
    const controller = new AbortController()
    let isOver = false
    const waiting = pause.wait(ms, controller.signal).then(() => {
      isOver = true
    })
    const isOverAfter = async (wait: number) => {
      await vi.advanceTimersByTimeAsync(wait)
      return isOver
    }
    return { pause, controller, waiting, isOverAfter }
  }
  const nothingIsLeft = (signal: AbortSignal) =>
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0])

  it('ends after its duration', async () => {
    const { isOverAfter, controller } = begin(1000)
    expect([await isOverAfter(999), await isOverAfter(1)]).toEqual([false, true])
    nothingIsLeft(controller.signal)
  })

  it('ends early on request and can be started again', async () => {
    const { pause, isOverAfter, controller } = begin(1000)
    pause.end()
    expect(await isOverAfter(0)).toBe(true)
    nothingIsLeft(controller.signal)
    pause.end()
    const second = begin(1000, pause)
    expect([await second.isOverAfter(999), await second.isOverAfter(1)]).toEqual([false, true])
  })

  it('lasts until it is ended when it has no duration', async () => {
    const { pause, isOverAfter } = begin(null)
    expect([await isOverAfter(3_600_000), vi.getTimerCount()]).toEqual([false, 0])
    pause.end()
    expect(await isOverAfter(0)).toBe(true)
  })

  it('ends when the agent stops and does not start afterward', async () => {
    const { controller, isOverAfter } = begin(1000)
    controller.abort()
    expect(await isOverAfter(0)).toBe(true)
    nothingIsLeft(controller.signal)
    await new Pause().wait(1000, controller.signal)
    nothingIsLeft(controller.signal)
  })
})
