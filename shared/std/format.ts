import { dateFormat } from './date-format.ts'

export interface Format {
  /** Formats major units with their currency. */
  money(value: number): string
  /** Formats major units without a currency, for columns. */
  amount(value: number): string
  /** Formats like `amount`, with a + or − sign unless the value is 0. */
  signed(value: number): string
  quantity(value: number): string
  percent(value: number): string
  number(value: number): string
  /** Formats a time of today as "12:04", and a time of another day as "28 Oct, 12:04". */
  time(at: string): string
  dateTime(at: string): string
  date(at: string): string
  /** Formats a calendar day, such as 2026-03-01. */
  day(day: string): string
  /** Formats the time elapsed since `at`: "< 1 min", "3 min", "2 hr". */
  since(at: string): string
  duration(ms: number): string
  /** Formats a size in powers of 1000, such as "73.5 GB". */
  bytes(value: number): string
  decimalSeparator: string
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']
/**
 * Returns the locale for numbers. Kazakh numbers are formatted as in Russian, which is usual in Kazakhstan.
 * Chromium has no Kazakh data and would format them as in English.
 */
export const localeOfFigures = (language: string): string => (language === 'kk' ? 'ru' : language)

function moneyFormat(locale: string, currency: string | undefined): Intl.NumberFormat {
  const twoPlaces = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  if (!currency) return new Intl.NumberFormat(locale, twoPlaces)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...twoPlaces,
  })
}

/**
 * Returns formatters of numbers, dates and times for pages, printed documents and emails: "27 Nov 2026,
 * 14:05" and "1,140.50" in English, "27.11.2026, 14:05" and "1 140,50" in Russian and Kazakh.
 */
export function makeFormat(language: string, currency?: string, timeZone?: string): Format {
  const locale = localeOfFigures(language)
  const zone = timeZone ? { timeZone } : {}
  const money = moneyFormat(locale, currency)
  const amount = moneyFormat(locale, undefined)
  const quantity = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const dayOfYear =
    language === 'en'
      ? ({ day: 'numeric', month: 'short' } as const)
      : ({ day: '2-digit', month: '2-digit' } as const)
  const wholeDay = { ...dayOfYear, year: 'numeric' } as const
  const time = dateFormat(language, { ...clock, ...zone })
  const day = dateFormat(language, { ...wholeDay, ...zone })
  const calendarDay = dateFormat(language, { ...wholeDay, timeZone: 'UTC' })
  const dayTime = dateFormat(language, { ...dayOfYear, ...clock, ...zone })
  const dateTime = dateFormat(language, { ...wholeDay, ...clock, ...zone })
  const inUnit = (unit: string, value: number, maximumFractionDigits = 0): string =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits,
    }).format(value)
  const duration = (ms: number): string => {
    const length = Math.abs(ms)
    if (length < MINUTE_MS) return inUnit('second', Math.floor(length / 1000))
    if (length < HOUR_MS) return inUnit('minute', Math.floor(length / MINUTE_MS))
    if (length < DAY_MS) return inUnit('hour', Math.floor(length / HOUR_MS))
    return inUnit('day', Math.floor(length / DAY_MS))
  }
  return {
    money: (value) => money.format(value),
    amount: (value) => amount.format(value),
    signed: (value) => `${value < 0 ? '−' : value > 0 ? '+' : ''}${amount.format(Math.abs(value))}`,
    quantity: (value) => quantity.format(value),
    percent: (value) => `${quantity.format(value)}${language === 'en' ? '' : '\u00a0'}%`,
    number: (value) => quantity.format(value),
    time: (at) => {
      const date = new Date(at)
      return day(date) === day(new Date()) ? time(date) : dayTime(date)
    },
    dateTime: (at) => dateTime(new Date(at)),
    date: (at) => day(new Date(at)),
    day: (of) => calendarDay(new Date(of)),
    since: (at) => {
      const length = Math.max(0, Date.now() - Date.parse(at))
      return length < MINUTE_MS ? `<\u00a0${inUnit('minute', 1)}` : duration(length)
    },
    duration,
    bytes: (value) => {
      const thousands = value < 1 ? 0 : Math.floor(Math.log10(value) / 3)
      const power = Math.min(thousands, BYTE_UNITS.length - 1)
      return inUnit(BYTE_UNITS[power] ?? '', value / 1000 ** power, 1)
    },
    decimalSeparator: amount.formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.',
  }
}
