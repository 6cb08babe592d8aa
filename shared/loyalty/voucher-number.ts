import { gs1CheckDigit } from '#shared/domain/barcode.ts'

/** Returns the identity of a gift voucher: letter case and spaces are ignored. */
export const voucherKeyOf = (number: string): string => number.replace(/\s/gu, '').toLowerCase()

/**
 * Number of random digits of a generated number; the check digit follows. Older ones had 16 digits and no
 * check digit.
 */
const RANDOM_DIGITS = 16

/**
 * Returns a number that nobody can guess and that no other till generates, not even offline: 16 random digits
 * and their check digit.
 */
export function newVoucherNumber(): string {
  const random = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n
  const digits = String(random % 10n ** BigInt(RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0')
  return `${digits}${gs1CheckDigit(digits)}`
}

/**
 * True when the number looks generated and its check digit is wrong. A number chosen by a user has another
 * length.
 */
export function isMistypedVoucher(number: string): boolean {
  const key = voucherKeyOf(number)
  if (!/^\d+$/.test(key) || key.length !== RANDOM_DIGITS + 1) return false
  return gs1CheckDigit(key.slice(0, -1)) !== Number(key.at(-1))
}

const MOST_SHOWN = 4

/**
 * Returns the last part of a number for printed documents: the finder of a receipt cannot pay with it. At
 * most a third of the number, and four characters (docs/domain.md#vouchers-at-tills).
 */
export function maskVoucher(number: string): string {
  const characters = [...number.replace(/\s/gu, '')]
  const shown = Math.min(MOST_SHOWN, Math.floor(characters.length / 3))
  return `***${characters.slice(characters.length - shown).join('')}`
}
