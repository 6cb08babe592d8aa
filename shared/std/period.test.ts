import { describe, expect, it } from 'vitest'
import { daysBefore, daysOf } from './period.ts'

// 2028-02-29 is a Tuesday.
describe('periods', () => {
  it.each([
    ['today', '2028-02-29', '2028-02-29'],
    ['yesterday', '2028-02-28', '2028-02-28'],
    ['thisWeek', '2028-02-28', '2028-02-29'],
    ['lastWeek', '2028-02-21', '2028-02-27'],
    ['last7', '2028-02-23', '2028-02-29'],
    ['thisMonth', '2028-02-01', '2028-02-29'],
    ['lastMonth', '2028-01-01', '2028-01-31'],
    ['last30', '2028-01-31', '2028-02-29'],
    ['last90', '2027-12-02', '2028-02-29'],
    ['thisYear', '2028-01-01', '2028-02-29'],
    ['lastYear', '2027-01-01', '2027-12-31'],
  ] as const)('returns the days of %s: from %s to %s', (period, from, to) => {
    expect(daysOf(period, '2028-02-29')).toEqual({ from, to })
  })

  it('assigns Monday and Sunday to the same week', () => {
    expect(daysOf('thisWeek', '2028-02-28')).toEqual({ from: '2028-02-28', to: '2028-02-28' })
    expect(daysOf('thisWeek', '2028-03-05')).toEqual({ from: '2028-02-28', to: '2028-03-05' })
  })

  it('compares with a period of the same length', () => {
    const days = { from: '2028-02-20', to: '2028-02-29' }
    expect(daysBefore('before', days)).toEqual({ from: '2028-02-10', to: '2028-02-19' })
    expect(daysBefore('weekBefore', days)).toEqual({ from: '2028-02-06', to: '2028-02-15' })
    expect(daysBefore('yearBefore', days)).toEqual({ from: '2027-02-20', to: '2027-03-01' })
    expect(daysBefore('yearBefore', { from: '2028-02-29', to: '2028-02-29' })).toEqual({
      from: '2027-02-28',
      to: '2027-02-28',
    })
    expect(daysBefore('weekBefore', { from: '2028-02-28', to: '2028-02-28' })).toEqual({
      from: '2028-02-21',
      to: '2028-02-21',
    })
  })
})
