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
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** The day precedes the month in English, too: "28 Oct 2026". */
const localeOfDates = (language: string): string => (language === 'en' ? 'en-GB' : language)

/**
 * Writes days and times in a language, also where the browser has no Kazakh: Chromium writes "2026 M10 28". Kazakh stands in
 * the order of Russian, with names of its own; English is that of Britain: the day comes first.
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
