import { describe, expect, it } from 'vitest'
import { type Amount, amount } from '#shared/money/decimal.ts'
import { type PointsRow, pointsBalance } from './points-balance.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const row = (points: number, at: number, more: { from?: number; until?: number } = {}): PointsRow => ({
  points: amount(points),
  at: day(at),
  availableFrom: day(more.from ?? at),
  expiresAt: more.until === undefined ? null : day(more.until),
})
const at = (rows: PointsRow[], n: number) => {
  const { balance, pending, expired } = pointsBalance(rows, day(n))
  return [balance, pending, expired.map(({ points }) => points)] as [Amount, Amount, Amount[]]
}

describe('pointsBalance', () => {
  it('counts points as pending until they can be spent', () => {
    const rows = [row(10, 1), row(5, 2, { from: 5 })]
    expect(at(rows, 1)).toEqual([1000, 0, []])
    expect(at(rows, 4)).toEqual([1000, 500, []])
    expect(at(rows, 5)).toEqual([1500, 0, []])
  })

  it('deducts points that expired without being spent', () => {
    const rows = [row(10, 1, { until: 10 }), row(10, 2), row(-4, 3)]
    expect(at(rows, 9)).toEqual([1600, 0, []])
    expect(at(rows, 10)).toEqual([1000, 0, [600]])
  })

  it('spends the points that expire first', () => {
    const rows = [row(10, 1, { until: 30 }), row(10, 2, { until: 10 }), row(-10, 3)]
    expect(at(rows, 20)).toEqual([1000, 0, []])
    expect(at(rows, 30)).toEqual([0, 0, [1000]])
  })

  it('becomes negative when too many points are spent, and offsets that with the next earned points', () => {
    const rows = [row(5, 1), row(-8, 2), row(10, 3, { until: 5 })]
    expect(at(rows, 2)).toEqual([-300, 0, []])
    expect(at(rows, 3)).toEqual([700, 0, []])
    expect(at(rows, 5)).toEqual([0, 0, [700]])
  })

  it('applies a row that arrives late at its recorded time, before later expirations', () => {
    const early = [row(10, 1, { until: 10 })]
    expect(at(early, 20)).toEqual([0, 0, [1000]])
    expect(at([...early, row(-10, 5)], 20)).toEqual([0, 0, []])
  })
})
