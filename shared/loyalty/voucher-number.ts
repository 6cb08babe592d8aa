/** By what a gift voucher is told from others: letter case and spaces do not count. */
export const voucherKeyOf = (number: string): string => number.replace(/\s/gu, '').toLowerCase()

const DIGITS = 16

/** A number that nobody can guess and that no other till makes, offline either: 16 random digits. */
export function newVoucherNumber(): string {
  const random = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n
  return String(random % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0')
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
