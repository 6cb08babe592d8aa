const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = 9

/**
 * Returns the receipt series of an organization's nth device (n from 1): A1 to A9, B1 and so on, then AA1. It
 * has no O and no I, which look like digits on paper.
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
