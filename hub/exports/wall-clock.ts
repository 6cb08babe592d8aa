import { toWallClock } from '#shared/std/zone-time.ts'

/**
 * Returns the local time in the time zone, to the second: 2026-03-01 15:00:00. Spreadsheets recognize it as a
 * date.
 */
export const wallClock = (moment: Date, timeZone: string): string =>
  toWallClock(moment.toISOString(), timeZone)
