import { toWallClock } from './zone-time.ts'

/** Period of whole days, such as 2026-03-01 to 2026-03-31, both ends included. */
export interface Days {
  from: string
  to: string
}

export const PERIODS = [
  ...(['today', 'yesterday', 'thisWeek', 'lastWeek', 'last7', 'thisMonth', 'lastMonth'] as const),
  ...(['last30', 'last90', 'thisYear', 'lastYear'] as const),
] as const
export type Period = (typeof PERIODS)[number]

/**
 * Periods to compare with: the same number of days immediately before, the same weekdays in earlier weeks, or
 * the same number of days from the same date a year before.
 */
export const COMPARISONS = ['before', 'weekBefore', 'yearBefore'] as const
export type Comparison = (typeof COMPARISONS)[number]

const DAY_MS = 86_400_000

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

/** Returns the current date in the time zone (IANA). */
export const todayIn = (timeZone: string): string =>
  toWallClock(new Date().toISOString(), timeZone).slice(0, 10)

const lengthOf = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Returns the first and last day of a period. Weeks begin on Monday. A current period ends today. */
export function daysOf(period: Period, today: string): Days {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  const monthFrom = (offset: number): string =>
    new Date(Date.UTC(year, month - 1 + offset, 1)).toISOString().slice(0, 10)
  const last = (count: number): Days => ({ from: addDays(today, 1 - count), to: today })
  switch (period) {
    case 'today':
      return last(1)
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'thisWeek':
      return { from: monday, to: today }
    case 'lastWeek':
      return { from: addDays(monday, -7), to: addDays(monday, -1) }
    case 'last7':
      return last(7)
    case 'thisMonth':
      return { from: monthFrom(0), to: today }
    case 'lastMonth':
      return { from: monthFrom(-1), to: addDays(monthFrom(0), -1) }
    case 'last30':
      return last(30)
    case 'last90':
      return last(90)
    case 'thisYear':
      return { from: `${year}-01-01`, to: today }
    case 'lastYear':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
  }
}

/** Returns the earlier period to compare with, of the same length. */
export function daysBefore(comparison: Comparison, days: Days): Days {
  const length = lengthOf(days)
  switch (comparison) {
    case 'before':
      return { from: addDays(days.from, -length), to: addDays(days.to, -length) }
    case 'weekBefore': {
      const weeks = 7 * Math.ceil(length / 7)
      return { from: addDays(days.from, -weeks), to: addDays(days.to, -weeks) }
    }
    case 'yearBefore': {
      const from = aYearBefore(days.from)
      return { from, to: addDays(from, length - 1) }
    }
  }
}

/** Returns the same date a year earlier. 29 February becomes 28 February. */
function aYearBefore(day: string): string {
  const year = Number(day.slice(0, 4)) - 1
  return `${year}-${day.slice(5) === '02-29' ? '02-28' : day.slice(5)}`
}
