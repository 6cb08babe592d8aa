import { gs1CheckDigit } from '#shared/contracts/catalog/barcode.ts'

/** By what a gift voucher is told from others: letter case and spaces do not count. */
export const voucherKeyOf = (number: string): string => number.replace(/\s/gu, '').toLowerCase()

/** Random digits of a number that is made; the check digit follows. Older ones had 16 digits and no check digit. */
const RANDOM_DIGITS = 16

/** A number that nobody can guess and that no other till makes, offline either: 16 random digits and their check digit. */
export function newVoucherNumber(): string {
  const random = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n
  const digits = String(random % 10n ** BigInt(RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0')
  return `${digits}${gs1CheckDigit(digits)}`
}

/** The number looks like one that was made, and its check digit is wrong. A number that a person chose has another length. */
export function isMistypedVoucher(number: string): boolean {
  const key = voucherKeyOf(number)
  if (!/^\d+$/.test(key) || key.length !== RANDOM_DIGITS + 1) return false
  return gs1CheckDigit(key.slice(0, -1)) !== Number(key.at(-1))
}

const MOST_SHOWN = 4

/**
 * The end of a number, as it stands on paper: who finds the receipt cannot pay with it. A third of a number at most, and
 * four characters (docs/domain.md#vouchers-at-tills).
 */
export function maskVoucher(number: string): string {
  const characters = [...number.replace(/\s/gu, '')]
  const shown = Math.min(MOST_SHOWN, Math.floor(characters.length / 3))
  return `***${characters.slice(characters.length - shown).join('')}`
}
