import { describe, expect, it } from 'vitest'
import {
  amount,
  amountToNumber,
  cost,
  costToNumber,
  multiplyDivide,
  percent,
  percentToNumber,
  quantity,
  quantityToNumber,
  sumAmounts,
  toSteps,
} from './decimal.ts'

describe('toSteps', () => {
  it.each([
    [12.34, 2, 1234],
    [0.1, 2, 10],
    [0.29, 2, 29],
    [1.005, 3, 1005],
    [-0.01, 2, -1],
    [90_071_992_547_409.91, 2, 9_007_199_254_740_991],
  ])('converts %d to whole steps at %d decimal places', (value, places, steps) =>
    expect(toSteps(value, places)).toBe(steps),
  )

  it.each([
    [0.001, 2],
    [1.0051, 3],
    [0.1 + 0.2, 2],
    [Number.NaN, 2],
    [Number.POSITIVE_INFINITY, 2],
    [1e308, 2],
  ])('rejects %d because it is not exact at %d decimal places', (value, places) =>
    expect(toSteps(value, places)).toBeUndefined(),
  )

  it('restores every hundredth exactly from JSON', () => {
    const all = Array.from({ length: 200_001 }, (_, index) => index - 100_000)
    const lost = all.filter((steps) => toSteps(JSON.parse(JSON.stringify(steps / 100)), 2) !== steps)
    expect(lost).toEqual([])
  })

  it('never returns negative zero', () => {
    expect(Object.is(toSteps(-0, 2), 0)).toBe(true)
    expect(Object.is(multiplyDivide(-1, 1, 1000), 0)).toBe(true)
  })
})

describe('multiplyDivide', () => {
  it.each([
    [5, 1, 10, 1],
    [-5, 1, 10, -1],
    [4, 1, 10, 0],
    [15, 1, 10, 2],
    [25, 1, 10, 3],
    [1_234_567_891_234, 1_000_001, 1000, 1_234_569_125_801_891],
  ])('rounds %d × %d ÷ %d half away from zero', (a, b, divisor, result) => {
    expect(multiplyDivide(a, b, divisor)).toBe(result)
  })

  it('throws when the result exceeds the exact range', () => {
    expect(() => multiplyDivide(Number.MAX_SAFE_INTEGER, 1000, 1)).toThrow(RangeError)
  })
})

describe('conversion between major units and steps', () => {
  it.each([
    ['money in hundredths', amount, amountToNumber, 12.34, 1234, 0.001],
    ['cost in ten-thousandths', cost, costToNumber, 1.2345, 12_345, 0.000_01],
    ['quantity in thousandths', quantity, quantityToNumber, 1.234, 1234, 0.0001],
    ['percent in hundredths', percent, percentToNumber, 12.34, 1234, 0.001],
  ])(
    'converts %s to steps and back, and rejects a finer value',
    (_, toUnit, toNumber, major, steps, tooFine) => {
      const value = toUnit(major)
      expect(value).toBe(steps)
      expect((toNumber as (value: number) => number)(value)).toBe(major)
      expect(() => toUnit(tooFine)).toThrow(RangeError)
    },
  )

  it('sums amounts, including none and negative ones', () => {
    expect(sumAmounts([])).toBe(0)
    expect(sumAmounts([amount(0.1), amount(0.2), amount(-1)])).toBe(amount(-0.7))
  })
})
