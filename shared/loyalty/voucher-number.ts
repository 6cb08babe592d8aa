import { gs1CheckDigit } from '#shared/domain/barcode.ts'

/** Returns the key that identifies a gift voucher: its number in lower case, without spaces. */
export const voucherKeyOf = (number: string): string => number.replace(/\s/gu, '').toLowerCase()

/**
 * Number of random digits of a generated number. A check digit follows them. Numbers of older versions have
 * 16 digits and no check digit.
 */
const RANDOM_DIGITS = 16

/**
 * Returns a new voucher number: 16 random digits and a check digit. The number cannot be guessed, and no
 * other till generates it, even offline.
 */
export function newVoucherNumber(): string {
  const random = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n
  const digits = String(random % 10n ** BigInt(RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0')
  return `${digits}${gs1CheckDigit(digits)}`
}

/**
 * True when the number has the form of a generated number but its check digit is wrong. Numbers of other
 * forms, chosen by users, never count as mistyped.
 */
export function isMistypedVoucher(number: string): boolean {
  const key = voucherKeyOf(number)
  if (!/^\d+$/.test(key) || key.length !== RANDOM_DIGITS + 1) return false
  return gs1CheckDigit(key.slice(0, -1)) !== Number(key.at(-1))
}

const MOST_SHOWN = 4

/**
 * Returns a masked number for printed documents, so that nobody who finds a receipt can pay with it. Shows at
 * most the last four characters and at most a third of the number (docs/domain.md#vouchers-at-tills).
 */
export function maskVoucher(number: string): string {
  const characters = [...number.replace(/\s/gu, '')]
  const shown = Math.min(MOST_SHOWN, Math.floor(characters.length / 3))
  return `***${characters.slice(characters.length - shown).join('')}`
}
