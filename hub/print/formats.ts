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
import { localeOfFigures, makeFormat } from '#shared/std/format.ts'

/** Returns number and time formats for a language and a time zone. */
export function formatsOf(language: Language, timeZone: string) {
  const locale = localeOfFigures(language)
  const number = (minimumFractionDigits: number, maximumFractionDigits: number) => {
    const { format } = new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits })
    return format
  }
  const [money, price, quantity, percent] = [number(2, 2), number(2, 4), number(0, 3), number(0, 2)]
  const { dateTime, day } = makeFormat(language, undefined, timeZone)
  return {
    money: (value: Amount) => money(amountToNumber(value)),
    price: (value: Cost) => price(costToNumber(value)),
    quantity: (value: Quantity) => quantity(quantityToNumber(value)),
    percent: (value: Percent) => percent(percentToNumber(value)),
    moment: (value: Date) => dateTime(value.toISOString()),
    day,
  }
}
export type Formats = ReturnType<typeof formatsOf>
