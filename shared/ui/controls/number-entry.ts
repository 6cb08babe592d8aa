/**
 * A number while it is being typed, on the keypad or on the keyboard: digits with at most one point. `isFresh` is a
 * suggested value, which the first key replaces.
 */
export interface NumberEntry {
  text: string
  isFresh: boolean
  /** The text is no number as the field takes them: it stays as it was typed, and counts for nothing. */
  isWrong?: true
}

export const KEYPAD_KEYS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0', 'back'] as const
export type KeypadKey = (typeof KEYPAD_KEYS)[number]

const MAX_WHOLE_DIGITS = 9

export const emptyEntry: NumberEntry = { text: '', isFresh: false }
export const suggestedEntry = (value: number): NumberEntry => ({ text: String(value), isFresh: true })

/** The text as it is in the field after it was typed there; one that is no number is kept, and is wrong. */
export function typedEntry(typed: string, places: number): NumberEntry {
  const text = typedNumber(typed, places)
  return text === undefined ? { text: typed, isFresh: false, isWrong: true } : { text, isFresh: false }
}

/** Presses one key of the keypad; a key that would make the number finer than `places` does nothing. */
export function pressKeypad(entry: NumberEntry, key: KeypadKey, places: number): NumberEntry {
  const text = entry.isFresh ? '' : entry.text
  if (key === 'back') return typedEntry(text.slice(0, -1), places)
  const pressed = typedEntry(text + key, places)
  return pressed.isWrong ? { ...entry, text, isFresh: false } : pressed
}

/** A number in the making: a comma is a point. undefined: it is none. */
export function typedNumber(typed: string, places: number): string | undefined {
  const text = typed.replace(',', '.').replace(/\s/g, '').replace(/^\./, '0.')
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction] = match
  if (whole.length > MAX_WHOLE_DIGITS) return undefined
  if (fraction !== undefined && (places === 0 || fraction.length > places)) return undefined
  return text.replace(/^0+(?=\d)/, '')
}

/** The number, or null while there is none, or a wrong one. */
export function entryValue({ text, isWrong }: NumberEntry): number | null {
  return !isWrong && /\d/.test(text) ? Number(text) : null
}
