const MONTHS = [
  'қаңтар',
  'ақпан',
  'наурыз',
  'сәуір',
  'мамыр',
  'маусым',
  'шілде',
  'тамыз',
  'қыркүйек',
  'қазан',
  'қараша',
  'желтоқсан',
]
const SHORT_LETTERS = 3
const WEEKDAYS = ['дс', 'сс', 'ср', 'бс', 'жм', 'сб', 'жс']
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** Returns the locale for dates. English dates begin with the day, as in "28 Oct 2026". */
const localeOfDates = (language: string): string => (language === 'en' ? 'en-GB' : language)

/**
 * Formats dates and times in a language. Browsers without Kazakh data, such as Chromium, would print "2026
 * M10 28", so Kazakh dates use the Russian order with Kazakh names. English dates are in British style, with
 * the day first.
 */
export function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): (at: Date | number) => string {
  if (language !== 'kk') return new Intl.DateTimeFormat(localeOfDates(language), options).format
  const format = new Intl.DateTimeFormat('ru', options)
  const zone = { timeZone: format.resolvedOptions().timeZone }
  const monthOf = new Intl.DateTimeFormat('en', { month: 'numeric', ...zone })
  const weekdayOf = new Intl.DateTimeFormat('en', { weekday: 'short', ...zone })
  const monday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
  const weekdays = WEEKDAYS.map((_, index) => monday.format(MONDAY + index * DAY_MS))
  return (at) =>
    format
      .formatToParts(at)
      .map(({ type, value }) => {
        if (type === 'weekday') return WEEKDAYS[weekdays.indexOf(weekdayOf.format(at))]
        if (type === 'literal') return value.replace('г.', 'ж.')
        if (type !== 'month' || /^\d/.test(value)) return value
        const month = MONTHS[Number(monthOf.format(at)) - 1] ?? ''
        return options.month === 'long' ? month : `${month.slice(0, SHORT_LETTERS)}.`
      })
      .join('')
}
