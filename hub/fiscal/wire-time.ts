import { fromWallClock, toWallClock } from '#shared/std/zone-time.ts'

/** Cash registers of Russian providers stand in data centres there. */
export const MOSCOW = 'Europe/Moscow'
/** Kazakhstan keeps one time. */
export const ALMATY = 'Asia/Almaty'

/** dd.MM.yyyy HH:mm:ss of the time zone, as ATOL Online and Webkassa write times. `moment`: UTC, ISO 8601. */
export function toDotted(moment: string, timeZone: string): string {
  const [day = '', time] = toWallClock(moment, timeZone).split(' ')
  return `${day.split('-').reverse().join('.')} ${time}`
}

/** The other way; null for what is not such a time. */
export function fromDotted(shown: unknown, timeZone: string): string | null {
  const [, day, month, year, time] = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)$/.exec(String(shown)) ?? []
  return time === undefined ? null : fromWallClock(`${year}-${month}-${day} ${time}`, timeZone)
}
