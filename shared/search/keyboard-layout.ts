const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

/**
 * Returns the text of the same keys in the other layout, in lowercase: ЙЦУКЕН for QWERTY and vice versa;
 * undefined when it is the same.
 */
export function inOtherLayout(typed: string): string | undefined {
  const small = typed.toLowerCase()
  const [from, to] = /[а-яё]/.test(small) ? [CYRILLIC, LATIN] : [LATIN, CYRILLIC]
  const other = [...small].map((character) => to[from.indexOf(character)] ?? character).join('')
  return other === small ? undefined : other
}
