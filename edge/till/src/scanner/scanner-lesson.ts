import { SEPARATOR } from '#shared/barcodes/gs1-elements.ts'
import { keyCharacter } from './key-character.ts'
import type { TimedKey } from './scanner.ts'
import {
  learn,
  prefixOf,
  type Sample,
  type ScannerProfile,
  TAUGHT_CODES,
  type TaughtCode,
  TIMES_EACH,
} from './scanner-profile.ts'

/** Time in ms without keys that ends a code from a scanner without a suffix. */
export const CODE_END_SILENCE_MS = 1000
/** Time in ms within which a second suffix key belongs to the first, because CR LF arrives as two keys. */
const SECOND_SUFFIX_MS = 150

interface Stroke {
  byCode: string
  byKey: string
  atMs: number
}

/** Result of a scanned code: the expected one or another one. */
export type CodeResult = 'taken' | 'other'

/**
 * Lesson in which the till learns its scanner. Each of TAUGHT_CODES is scanned TIMES_EACH times, in order. It
 * has no side effects: the caller passes the keys with their times.
 */
export class ScannerLesson {
  readonly #samples: Sample[] = []
  #strokes: Stroke[] = []
  #endedAtMs = Number.NEGATIVE_INFINITY
  #altDigits = ''

  /** The code to scan next, or null after all have been scanned. */
  get expected(): TaughtCode | null {
    return (Object.keys(TAUGHT_CODES) as TaughtCode[])[Math.floor(this.#samples.length / TIMES_EACH)] ?? null
  }

  /** Number of times that the current code has been scanned. */
  get times(): number {
    return this.#samples.length % TIMES_EACH
  }

  get isHearing(): boolean {
    return this.#strokes.length > 0
  }

  /** Learned profile. Throws RangeError before all codes have been scanned. */
  get profile(): ScannerProfile {
    if (this.expected !== null) throw new RangeError('not all codes have been scanned')
    return learn(this.#samples)
  }

  /** Handles a key. `isTaken` is true when the scanner sent the key, so that the page must not receive it. */
  press(key: TimedKey): { isTaken: boolean; result: CodeResult | null } {
    if (key.timeMs - this.#endedAtMs <= SECOND_SUFFIX_MS && !this.isHearing)
      return { isTaken: true, result: null }
    if (key.code === 'Enter' || key.code === 'NumpadEnter' || key.code === 'Tab') {
      if (!this.isHearing) return { isTaken: false, result: null }
      this.#endedAtMs = key.timeMs
      return { isTaken: true, result: this.#end(key.code === 'Tab' ? 'Tab' : 'Enter') }
    }
    const typed = this.#typedBy(key)
    if (typed === undefined) return { isTaken: this.isHearing, result: null }
    if (typed !== null) this.#strokes.push({ ...typed, atMs: key.timeMs })
    return { isTaken: true, result: null }
  }

  /** Handles a pause of CODE_END_SILENCE_MS. Returns the result of the code that the pause ended, or null. */
  silence(): CodeResult | null {
    return this.isHearing ? this.#end('None') : null
  }

  /** Returns the character of a key, null for a part of a separator, or undefined for a key without a character. */
  #typedBy(key: TimedKey): Omit<Stroke, 'atMs'> | null | undefined {
    const separator = { byCode: SEPARATOR, byKey: SEPARATOR }
    if (key.code === 'F8' && this.isHearing) return separator
    if (key.isControl) {
      if (key.code === 'BracketRight') return separator
      const digit = /^Numpad(\d)$/.exec(key.code)?.[1]
      if (digit === undefined) return this.isHearing ? null : undefined
      this.#altDigits += digit
      if (!/^0*29$/.test(this.#altDigits)) return null
      this.#altDigits = ''
      return separator
    }
    const byCode = keyCharacter(key)
    if (byCode === undefined) return undefined
    return { byCode, byKey: [...key.key].length === 1 ? key.key : byCode }
  }

  #end(suffix: Sample['suffix']): CodeResult {
    const strokes = this.#strokes
    this.#strokes = []
    const of = this.expected
    const sample = {
      byCode: strokes.map(({ byCode }) => byCode).join(''),
      byKey: strokes.map(({ byKey }) => byKey).join(''),
      largestGapMs: Math.max(
        0,
        ...strokes.slice(1).map(({ atMs }, at) => atMs - (strokes[at]?.atMs ?? atMs)),
      ),
      suffix,
    }
    const isOf = of !== null && [sample.byCode, sample.byKey].some((read) => prefixOf(read, of) !== null)
    if (!isOf) return 'other'
    this.#samples.push({ of, ...sample })
    return 'taken'
  }
}
