import { gs1CheckDigit } from '#shared/domain/barcode.ts'

/** Prefix for internal use by a company. GS1 reserves 20 to 29, of which scales use 21 to 29. */
const PREFIX = '200'
const NUMBER_DIGITS = 9

/** Returns the EAN-13 for a number starting from 1. Throws `RangeError` when the number has more than 9 digits. */
export function internalEan13(number: number): string {
  const digits = String(number).padStart(NUMBER_DIGITS, '0')
  if (digits.length > NUMBER_DIGITS) throw new RangeError(`${number} has more than ${NUMBER_DIGITS} digits`)
  const body = PREFIX + digits
  return `${body}${gs1CheckDigit(body)}`
}
