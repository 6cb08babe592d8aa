import { expect, it } from 'vitest'
import { randomSeries } from './series.ts'

it('appends three random letters from a to z to the device series', () => {
  const series = Array.from({ length: 2000 }, () => randomSeries('K7'))
  expect(series.every((each) => /^K7[a-z]{3}$/.test(each))).toBe(true)
  expect(new Set(series.flatMap((each) => [...each.slice(2)])).size).toBe(26)
  expect(new Set(series).size).toBeGreaterThan(1500)
})
