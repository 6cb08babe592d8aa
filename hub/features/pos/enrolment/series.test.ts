import { describe, expect, it } from 'vitest'
import { seriesOf } from './series.ts'

describe('seriesOf', () => {
  it.each([
    [1, 'A1'],
    [9, 'A9'],
    [10, 'B1'],
    [24 * 9, 'Z9'],
    [24 * 9 + 1, 'AA1'],
  ])('gives device %i the series %s', (n, series) => expect(seriesOf(n)).toBe(series))

  it('never returns the same series for two devices', () => {
    const all = Array.from({ length: 20_000 }, (_, i) => seriesOf(i + 1))
    expect(new Set(all).size).toBe(all.length)
  })
})
