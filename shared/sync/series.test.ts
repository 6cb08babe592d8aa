import { expect, test } from 'vitest'
import { seriesByLot } from './series.ts'

test('a series by lot is that of the device and three letters, any of a to z', () => {
  const series = Array.from({ length: 2000 }, () => seriesByLot('K7'))
  expect(series.every((each) => /^K7[a-z]{3}$/.test(each))).toBe(true)
  expect(new Set(series.flatMap((each) => [...each.slice(2)])).size).toBe(26)
  expect(new Set(series).size).toBeGreaterThan(1500)
})
