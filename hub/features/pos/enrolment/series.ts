const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = 9

/**
 * Returns the receipt series of an organization's nth device, starting from 1: A1 to A9, B1 to B9, ..., then
 * AA1. The letters O and I are not used, because they look like digits in print.
 */
export function seriesOf(n: number): string {
  let block = Math.floor((n - 1) / DIGITS)
  let letters = ''
  do {
    letters = LETTERS[block % LETTERS.length] + letters
    block = Math.floor(block / LETTERS.length) - 1
  } while (block >= 0)
  return `${letters}${((n - 1) % DIGITS) + 1}`
}
