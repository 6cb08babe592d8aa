/**
 * A number while it is being typed, on the keypad or on the keyboard: digits with at most one point. `isFresh` is a
 * suggested value, which the first key replaces.
 */
export interface NumberEntry {
  text: string
  isFresh: boolean
}

export const KEYPAD_KEYS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0', 'back'] as const
export type KeypadKey = (typeof KEYPAD_KEYS)[number]

const MAX_WHOLE_DIGITS = 9

export const emptyEntry: NumberEntry = { text: '', isFresh: false }
export const suggestedEntry = (value: number): NumberEntry => ({ text: String(value), isFresh: true })

/** Presses one key of the keypad; a key that would make the number finer than `places` does nothing. */
export function pressKeypad(entry: NumberEntry, key: KeypadKey, places: number): NumberEntry {
  if (key === 'back') return { text: entry.isFresh ? '' : entry.text.slice(0, -1), isFresh: false }
  const text = entry.isFresh ? '' : entry.text
  return { text: typedNumber(text + key, places) ?? text, isFresh: false }
}

/** What a field may hold: a comma is a point, anything but a number in the making is refused (undefined). */
export function typedNumber(typed: string, places: number): string | undefined {
  const text = typed.replace(',', '.').replace(/\s/g, '').replace(/^\./, '0.')
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction] = match
  if (whole.length > MAX_WHOLE_DIGITS) return undefined
  if (fraction !== undefined && (places === 0 || fraction.length > places)) return undefined
  return text.replace(/^0+(?=\d)/, '')
}

/** The number, or null while there is none. */
export function entryValue({ text }: NumberEntry): number | null {
  return /\d/.test(text) ? Number(text) : null
}
