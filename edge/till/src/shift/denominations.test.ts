import { expect, it } from 'vitest'
import { countedOf, denominationsOf, sumOfCounts } from './denominations.ts'

it.each(['KZT', 'RUB', 'UZS', 'BYN', 'KGS', 'GBP', 'EUR', 'USD', 'XXX'])(
  'lists the denominations of %s without duplicates in descending order',
  (code) => {
    const values = denominationsOf(code)
    expect(values).toEqual([...values].sort((a, b) => b - a))
    expect(new Set(values).size).toBe(values.length)
  },
)

it('adds up notes and coins exactly and omits zero counts', () => {
  const counts = { 0.1: '3', 20: '2', 5: '', 1: '0', 0.05: '7' }
  expect(sumOfCounts(counts)).toBe(40.65)
  expect(countedOf(counts)).toEqual([
    { value: 20, count: 2 },
    { value: 0.1, count: 3 },
    { value: 0.05, count: 7 },
  ])
})
