import { expect, it } from 'vitest'
import { quickAmounts } from './quick-amounts.ts'

it.each([
  [500, [50, 100, 200, 500]],
  [100_000, [10_000, 20_000, 50_000, 100_000]],
  [70, [2, 5, 10, 20, 50].slice(-4)],
  [1, [1]],
  [0.5, []],
])('offers round amounts up to %d', (most, amounts) => {
  expect(quickAmounts(most)).toEqual(amounts)
})
