import { gs1CheckDigit } from '#shared/domain/barcode.ts'

/** Prefix for use inside a company (GS1 prefixes 20 to 29), outside 21 to 29, which scales use. */
const PREFIX = '200'
const NUMBER_DIGITS = 9

/** Returns the EAN-13 of a number from 1 on. Throws `RangeError` when the number has more than 9 digits. */
export function internalEan13(number: number): string {
  const digits = String(number).padStart(NUMBER_DIGITS, '0')
  if (digits.length > NUMBER_DIGITS) throw new RangeError(`${number} has more than ${NUMBER_DIGITS} digits`)
  const body = PREFIX + digits
  return `${body}${gs1CheckDigit(body)}`
}
