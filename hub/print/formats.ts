import type { Language } from '#shared/contracts/exports.ts'
import {
  type Amount,
  amountToNumber,
  type Cost,
  costToNumber,
  type Percent,
  percentToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'

const LOCALES: Record<Language, string> = { en: 'en-GB', ru: 'ru-RU' }

/** How numbers and moments are written in a language, on the clocks of the time zone. */
export function formatsOf(language: Language, timeZone: string) {
  const locale = LOCALES[language]
  const number = (minimumFractionDigits: number, maximumFractionDigits: number) => {
    const { format } = new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits })
    return format
  }
  const [money, price, quantity, percent] = [number(2, 2), number(2, 4), number(0, 3), number(0, 2)]
  const moment = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'long' })
  return {
    money: (value: Amount) => money(amountToNumber(value)),
    price: (value: Cost) => price(costToNumber(value)),
    quantity: (value: Quantity) => quantity(quantityToNumber(value)),
    percent: (value: Percent) => percent(percentToNumber(value)),
    moment: (value: Date) => moment.format(value),
    /** Of a day such as 2027-03-01. */
    day: (value: string) => day.format(new Date(value)),
  }
}
export type Formats = ReturnType<typeof formatsOf>
