const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

/**
 * What the keys that were pressed say in the other layout, in small letters: ЙЦУКЕН for QWERTY and the other way round;
 * undefined when it is the same.
 */
export function inOtherLayout(typed: string): string | undefined {
  const small = typed.toLowerCase()
  const [from, to] = /[а-яё]/.test(small) ? [CYRILLIC, LATIN] : [LATIN, CYRILLIC]
  const other = [...small].map((character) => to[from.indexOf(character)] ?? character).join('')
  return other === small ? undefined : other
}
