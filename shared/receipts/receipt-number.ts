/** Returns the printed number: the series and at least six digits, such as A1-000042. */
export function receiptNumber(series: string, number: number): string {
  return `${series}-${String(number).padStart(6, '0')}`
}

/** Cyrillic capitals that look like Latin ones: read from the paper and typed in another layout. */
const LOOK_ALIKE = new Map(Array.from('АВЕКМНОРСТУХ', (letter, at) => [letter, 'ABEKMHOPCTYX'.charAt(at)]))
/** Russian letters on the keys of Latin ones, in the order of the keyboard. */
const ON_SAME_KEY = new Map(
  Array.from('ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ', (letter, at) => [letter, 'QWERTYUIOPASDFGHJKLZXCVBNM'.charAt(at)]),
)

const DASHES = /[\u2010-\u2015\u2212_]/g
/** Series and number, separate or together: a series has one digit. */
const TYPED = /^([A-Z]+\d)([A-Z]*)[-\s./]*(\d{1,9})$/i

/**
 * Returns the numbers that a typed text may mean, the most likely first (docs/domain.md#finding-a-receipt):
 * with spaces or another dash, without the dash or the zeros, with letters that look alike or are on the same
 * key.
 */
export function possibleNumbers(typed: string): string[] {
  const plain = typed.trim().replace(DASHES, '-')
  const spellings = [plain, translated(plain, LOOK_ALIKE), translated(plain, ON_SAME_KEY)]
  return [...new Set([typed, ...spellings.flatMap(numberIn)])]
}

/** Returns the number without series and zeros. null: the text has more than digits. */
export function digitsAlone(typed: string): number | null {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

function translated(typed: string, letters: ReadonlyMap<string, string>): string {
  return Array.from(typed, (letter) => letters.get(letter.toUpperCase()) ?? letter).join('')
}

/**
 * Returns the receipt number in a spelling. A series has capitals and a digit, and lowercase letters if it
 * was begun later: K7, K7qhx.
 */
function numberIn(spelling: string): string[] {
  const [, given, own = '', digits] = TYPED.exec(spelling) ?? []
  if (given === undefined || digits === undefined) return []
  return [receiptNumber(given.toUpperCase() + own.toLowerCase(), Number(digits))]
}
