import { expect, it } from 'vitest'
import { countedOf, denominationsOf, sumOfCounts } from './denominations.ts'

it.each(['KZT', 'RUB', 'UZS', 'BYN', 'KGS', 'GBP', 'EUR', 'USD', 'XXX'])(
  'of %s go from the largest down',
  (code) => {
    const values = denominationsOf(code)
    expect(values).toEqual([...values].sort((a, b) => b - a))
    expect(new Set(values).size).toBe(values.length)
  },
)

it('notes and coins come to an exact sum, those of which there are none left out', () => {
  const counts = { 0.1: '3', 20: '2', 5: '', 1: '0', 0.05: '7' }
  expect(sumOfCounts(counts)).toBe(40.65)
  expect(countedOf(counts)).toEqual([
    { value: 20, count: 2 },
    { value: 0.1, count: 3 },
    { value: 0.05, count: 7 },
  ])
})
