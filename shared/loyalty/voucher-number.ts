/** By what a gift voucher is told from others: letter case and spaces do not count. */
export const voucherKeyOf = (number: string): string => number.replace(/\s/gu, '').toLowerCase()

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
