import { expect, test } from 'vitest'
import type { Chain } from '#shared/sync/upload.ts'
import { nextOwnSeries } from './own-series.ts'

test('goes through the letters without repeating', () => {
  const chains: Chain[] = [{ id: 'first', series: 'K7', reason: 'enrolled' }]
  for (let i = 0; i < 100; i++) {
    const series = nextOwnSeries({ series: 'K7', chains })
    chains.push({ id: series, series, reason: 'journal_lost' })
  }
  const used = chains.map(({ series }) => series)
  expect(used.slice(1, 4)).toEqual(['K7b', 'K7c', 'K7d'])
  expect(used.slice(25, 28)).toEqual(['K7z', 'K7ba', 'K7bb'])
  expect(new Set(used).size).toBe(used.length)
})
