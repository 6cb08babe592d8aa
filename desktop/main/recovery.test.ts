import { describe, expect, it } from 'vitest'
import { recoveryStep } from './recovery.ts'

const actions = (inSoftware: boolean) =>
  Array.from({ length: 7 }, (_, index) => recoveryStep(index + 1, inSoftware).action)

describe('recovery of the till page', () => {
  it('reloads the page first, then opens a new window, then relaunches with software rendering', () => {
    expect(actions(false)).toEqual([
      'reload',
      'reload',
      'reload',
      'new-window',
      'new-window',
      'relaunch-in-software',
      'relaunch-in-software',
    ])
  })

  it('does not relaunch a program that already uses software rendering', () => {
    expect(actions(true).slice(3)).toEqual(['new-window', 'new-window', 'new-window', 'new-window'])
  })

  it('doubles the delay after each failure, up to 30 seconds', () => {
    const delays = Array.from({ length: 50 }, (_, index) => recoveryStep(index + 1, true).delayMs)
    expect(delays.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(Math.max(...delays)).toBe(30_000)
    expect(delays.at(-1)).toBe(30_000)
  })
})
