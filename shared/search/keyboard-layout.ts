const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

/**
 * Returns the lowercase text that the same keys give in the other keyboard layout (ЙЦУКЕН or QWERTY), or
 * undefined when it is the same.
 */
export function inOtherLayout(typed: string): string | undefined {
  const small = typed.toLowerCase()
  const [from, to] = /[а-яё]/.test(small) ? [CYRILLIC, LATIN] : [LATIN, CYRILLIC]
  const other = [...small].map((character) => to[from.indexOf(character)] ?? character).join('')
  return other === small ? undefined : other
}
