import { makeFormat } from '#shared/std/format.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH_LETTERS = 3

/** Formats YYYY-MM-DD for a field, in the same format as on pages. */
export const writeDay =
  (language: string) =>
  (day: string): string =>
    makeFormat(language).day(day.slice(0, 10))

/** Formats a wall clock time, YYYY-MM-DD HH:mm:ss, for a field, in the same format as on pages. */
export const writeDayAndTime =
  (language: string) =>
  (wallClock: string): string =>
    makeFormat(language, undefined, 'UTC').dateTime(`${wallClock.replace(' ', 'T')}Z`)

/**
 * Parses a typed day, such as 27.11.2026, 27/11/2026, 27 Nov 2026 or 2026-11-27, to YYYY-MM-DD. Returns null
 * for other text.
 */
export function readDay(text: string): string | null {
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text.trim())
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const [, day, month = '', year] =
    /^(\d\d?)[\s./-]+(\d\d?|[a-z]{3,})\.?[\s./-]+(\d{4})$/i.exec(text.trim()) ?? []
  const place = MONTHS.indexOf(month.slice(0, MONTH_LETTERS).toLowerCase())
  return dayOf(year, place < 0 ? month : String(place + 1), day)
}

function dayOf(year = '', month = '', day = ''): string | null {
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null
}
