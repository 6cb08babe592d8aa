import { SEPARATOR } from '#shared/barcodes/gs1-elements.ts'

/** A keystroke on a US keyboard. */
export interface Keystroke {
  code: string
  key: string
  isShift: boolean
  isControl: boolean
  /** Time since the first key, in milliseconds. */
  atMs: number
}

export interface ScannerHabits {
  /** Time between two keys, in milliseconds. */
  gapMs: number
  /** Maximum deviation from the gap, in milliseconds. */
  jitterMs: number
  /** Keys sent after the code. CRLF stands for Enter and Ctrl+J. */
  suffix: 'Enter' | 'Tab' | 'CRLF' | 'None'
  /** Keys that the scanner sends for the GS1 group separator. */
  separator?: 'Control' | 'F8' | 'Alt'
  /** Keys sent before each code. */
  prefix?: string
  /** Pauses in milliseconds, each before the key with the given index. */
  pauses?: readonly { before: number; ms: number }[]
}

const SIGNS: Record<string, string> = {
  '-': 'Minus',
  '=': 'Equal',
  '[': 'BracketLeft',
  ']': 'BracketRight',
  ';': 'Semicolon',
  "'": 'Quote',
  ',': 'Comma',
  '.': 'Period',
  '/': 'Slash',
  ' ': 'Space',
  '~': '+Backquote',
  '!': '+Digit1',
  '@': '+Digit2',
  '#': '+Digit3',
  $: '+Digit4',
  '%': '+Digit5',
  '&': '+Digit7',
  '*': '+Digit8',
  '(': '+Digit9',
  ')': '+Digit0',
  _: '+Minus',
  '+': '+Equal',
  '{': '+BracketLeft',
  '}': '+BracketRight',
  ':': '+Semicolon',
  '"': '+Quote',
  '<': '+Comma',
  '>': '+Period',
  '?': '+Slash',
}

type Key = Omit<Keystroke, 'atMs'>

/** Returns the key that types the given character. */
function keyFor(character: string): Key {
  const plain = { key: character, isShift: false, isControl: false }
  if (/\d/.test(character)) return { ...plain, code: `Digit${character}` }
  if (/[a-z]/i.test(character))
    return { ...plain, code: `Key${character.toUpperCase()}`, isShift: character !== character.toLowerCase() }
  const sign = SIGNS[character]
  if (sign === undefined) throw new Error(`No key types ${JSON.stringify(character)}`)
  return { ...plain, code: sign.replace('+', ''), isShift: sign.startsWith('+') }
}

function separatorKeys(separator: ScannerHabits['separator'] = 'Control'): Key[] {
  const held = { isShift: false, isControl: true }
  if (separator === 'F8') return [{ ...held, code: 'F8', key: 'F8', isControl: false }]
  if (separator === 'Control') return [{ ...held, code: 'BracketRight', key: ']' }]
  return ['0', '2', '9'].map((digit) => ({ ...held, code: `Numpad${digit}`, key: digit }))
}

const SUFFIX_KEYS: Record<ScannerHabits['suffix'], Key[]> = {
  Enter: [{ code: 'Enter', key: 'Enter', isShift: false, isControl: false }],
  Tab: [{ code: 'Tab', key: 'Tab', isShift: false, isControl: false }],
  CRLF: [
    { code: 'Enter', key: 'Enter', isShift: false, isControl: false },
    { code: 'KeyJ', key: 'j', isShift: false, isControl: true },
  ],
  None: [],
}

/** Returns the keystrokes of a scanner for a code. `random` returns numbers from 0 to 1. */
export function strokesOf(code: string, habits: ScannerHabits, random: () => number): Keystroke[] {
  const { gapMs, jitterMs, suffix, separator, prefix = '', pauses = [] } = habits
  const keys = [
    ...[...(prefix + code)].flatMap((character) =>
      character === SEPARATOR ? separatorKeys(separator) : [keyFor(character)],
    ),
    ...SUFFIX_KEYS[suffix],
  ]
  let atMs = 0
  return keys.map((key, index) => {
    if (index > 0) atMs += Math.max(0.5, gapMs + (2 * random() - 1) * jitterMs)
    atMs += pauses.find(({ before }) => before === index)?.ms ?? 0
    return { ...key, atMs }
  })
}
