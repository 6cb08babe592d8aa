/** Returns the printed receipt number: the series and at least six digits, such as A1-000042. */
export function receiptNumber(series: string, number: number): string {
  return `${series}-${String(number).padStart(6, '0')}`
}

/** Cyrillic capitals that look like Latin ones, which a user may type when copying from a receipt. */
const LOOK_ALIKE = new Map(Array.from('АВЕКМНОРСТУХ', (letter, at) => [letter, 'ABEKMHOPCTYX'.charAt(at)]))
/** Russian letters that share a key with Latin ones, in keyboard order. */
const ON_SAME_KEY = new Map(
  Array.from('ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ', (letter, at) => [letter, 'QWERTYUIOPASDFGHJKLZXCVBNM'.charAt(at)]),
)

const DASHES = /[\u2010-\u2015\u2212_]/g
/** Series and number, with or without a separator. A series contains one digit. */
const TYPED = /^([A-Z]+\d)([A-Z]*)[-\s./]*(\d{1,9})$/i

/**
 * Returns the receipt numbers that a typed text can mean, the most likely first
 * (docs/domain.md#finding-a-receipt). Accepts spaces, other dashes, a missing dash, missing zeros, and
 * letters that look alike or share a key.
 */
export function possibleNumbers(typed: string): string[] {
  const plain = typed.trim().replace(DASHES, '-')
  const spellings = [plain, translated(plain, LOOK_ALIKE), translated(plain, ON_SAME_KEY)]
  return [...new Set([typed, ...spellings.flatMap(numberIn)])]
}

/**
 * Returns the number of a receipt typed without its series. Spaces and hyphens are ignored. Returns null for
 * text other than 1 to 9 digits.
 */
export function digitsAlone(typed: string): number | null {
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

function translated(typed: string, letters: ReadonlyMap<string, string>): string {
  return Array.from(typed, (letter) => letters.get(letter.toUpperCase()) ?? letter).join('')
}

/**
 * Returns the receipt number in one spelling, or an empty array when the spelling is not a receipt number. A
 * series consists of capitals and a digit, followed by lowercase letters if it was assigned later: K7, K7qhx.
 */
function numberIn(spelling: string): string[] {
  const [, given, own = '', digits] = TYPED.exec(spelling) ?? []
  if (given === undefined || digits === undefined) return []
  return [receiptNumber(given.toUpperCase() + own.toLowerCase(), Number(digits))]
}
