import { fromWallClock, toWallClock } from '#shared/std/zone-time.ts'

/** Time zone of Russian providers' cash registers, which are in data centers there. */
export const MOSCOW = 'Europe/Moscow'
/** Time zone of Kazakhstan, which has only one. */
export const ALMATY = 'Asia/Almaty'

/** Formats a time (UTC, ISO 8601) as local dd.MM.yyyy HH:mm:ss, the format of ATOL Online and Webkassa. */
export function toDotted(moment: string, timeZone: string): string {
  const [day = '', time] = toWallClock(moment, timeZone).split(' ')
  return `${day.split('-').reverse().join('.')} ${time}`
}

/** Parses the format of `toDotted`. Returns null for anything else. */
export function fromDotted(shown: unknown, timeZone: string): string | null {
  const [, day, month, year, time] = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)$/.exec(String(shown)) ?? []
  return time === undefined ? null : fromWallClock(`${year}-${month}-${day} ${time}`, timeZone)
}
