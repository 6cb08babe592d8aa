import { isComplete, isWhole } from '#shared/barcodes/complete-code.ts'
import { SEPARATOR } from '#shared/barcodes/gs1-elements.ts'
import { keyCharacter, type PressedKey } from './key-character.ts'
import type { ScannerProfile } from './scanner-profile.ts'

/**
 * Distinguishes a barcode scanner that acts as a keyboard from a user: by the learned profile, then by the
 * keys, then by their rhythm (docs/domain.md#scans-at-the-till).
 *
 * It has no side effects. The caller passes the keys with their times, reports pauses, and acts on the
 * results.
 */
const MIN_CHARACTERS = 4
/** Average gap in ms below which keys come from a scanner, because no user types four characters that fast. */
const FAST_AVERAGE_MS = 35
/**
 * Longest gap in ms between two keys of a slow scanner, over Bluetooth or a busy connection. A longer gap
 * counts as a pause.
 */
const MAX_GAP_MS = 150
/** Time in ms within which an interrupted code can continue. */
export const TORN_MS = 2000
/** Pause in ms that ends a code from a scanner known to send no suffix. */
const WHOLE_MS = 300
/** Number of codes without a suffix after which the scanner is known to send none. */
const SILENT_SCANS = 3
/** Time in ms after the last key of an interrupted code within which new text counts as its remainder. */
const FRAGMENT_MS = 3000
/** Time in ms within which the same code counts as a repetition, because the trigger was held down. */
const SAME_CODE_MS = 250
/** Time in ms after which a user's key works as a shortcut. */
export const TYPED_MS = 80
/** Minimum length of a slow code. Shorter ones could be a typed number. */
const LEAST_SLOW = 8
/** Maximum standard deviation of a slow scanner's gaps, relative to their average. */
const MOST_SPREAD = 0.4

/** Kind of the focused element. `figure` is an amount or quantity field. `control` is a button, a tile or nothing. */
export type Focus = 'secret' | 'figure' | 'text' | 'control'

export interface TimedKey extends PressedKey {
  timeMs: number
  /**
   * True while Ctrl, Alt or Meta is down. Scanners send control characters this way, such as Ctrl+] for the
   * separator of GS1 codes.
   */
  isControl: boolean
  isRepeat: boolean
}

export type Ended =
  | { kind: 'scan'; code: string; droppedParts: number }
  /**
   * A possible scan. If it is the barcode of a product, it counts as a scan. Otherwise the key that ended it
   * is repeated (`replay`), or the field is restored and the user is notified (`refuse`), or nothing happens.
   */
  | {
      kind: 'ask'
      code: string
      droppedParts: number
      inFigure: boolean
      otherwise: 'replay' | 'refuse' | 'nothing'
    }
  /** Part of a code. It is never searched for. */
  | { kind: 'torn'; text: string; droppedParts: number }
  /** `isAlone` is true when nothing else was typed just before. */
  | { kind: 'typed'; text: string; typed: string; isAlone: boolean }

export interface Step {
  /** True when neither the page nor the focused field must receive the key. */
  isSwallowed: boolean
  /** True when a part of a code can begin with this key, so that the content of the focused field must be saved. */
  isBeginning: boolean
  ended: readonly Ended[]
}

interface Stroke {
  /** Character of the physical key, as sent by a scanner regardless of the keyboard layout. */
  character: string
  /** Character in the current keyboard layout, as meant by a user. */
  typed: string
  atMs: number
}

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock'])
const AIM = /^\][A-Za-z][0-9A-Za-z]/
const nothing: Step = { isSwallowed: false, isBeginning: false, ended: [] }
const swallowed: Step = { isSwallowed: true, isBeginning: false, ended: [] }

export class Scanner {
  readonly #profile: ScannerProfile | null
  #strokes: Stroke[] = []
  /** Number of key presses already reported to the page. */
  #reported = 0
  /** True when the keys come from a scanner, so that the page must not receive more of them. */
  #isHeld = false
  #altDigits = ''
  #pressedAtMs = Number.NEGATIVE_INFINITY
  #endedAtMs = Number.NEGATIVE_INFINITY
  #hadSuffix = false
  /** True when the part that ended with a pause was not a complete code. */
  #isTorn = false
  #silentScans = 0
  #lastScan = { code: '', atMs: Number.NEGATIVE_INFINITY }

  constructor(profile: ScannerProfile | null = null) {
    this.#profile = profile
  }

  /** Handles one keydown. */
  press(key: TimedKey, focus: Focus): Step {
    const ended = key.timeMs - this.#lastAtMs > this.silenceMs ? this.endBySilence(focus) : []
    this.#pressedAtMs = key.timeMs
    const step = this.#take(key, focus)
    return ended.length === 0 ? step : { ...step, ended: [...ended, ...step.ended] }
  }

  get isIdle(): boolean {
    return this.#strokes.length === 0
  }

  /** Pause in ms after the last key after which `endBySilence` may be called. */
  get silenceMs(): number {
    if (this.#strokes.length === 0) return Number.POSITIVE_INFINITY
    if (!this.#isHeld || this.#prefix !== '') return TORN_MS
    const { suffix, largestGapMs } = this.#profile ?? {}
    if (suffix === 'None') return Math.max(WHOLE_MS, 3 * (largestGapMs ?? 0))
    const isSilent = suffix === undefined && this.#silentScans >= SILENT_SCANS
    return isSilent && isWhole(this.#text(this.#codeFrom())) ? WHOLE_MS : TORN_MS
  }

  /** Handles a pause of `silenceMs`. */
  endBySilence(focus: Focus): readonly Ended[] {
    if (this.#strokes.length === 0) return []
    const from = this.#codeFrom()
    const strokes = this.#strokes.slice(from)
    const { suffix } = this.#profile ?? {}
    const isEnd = suffix === 'None' || (suffix === undefined && isComplete(textOf(strokes)))
    if (this.#startsWithPrefix()) return this.#scan(from, false)
    if (this.#isHeld) return isEnd ? this.#scan(from, false) : this.#tear(from)
    if (!isSlowScan(strokes)) return this.#endTyped(isScannerHand(strokes))
    if (focus === 'control') return isEnd ? this.#scan(from, false) : this.#tear(from)
    const isNoFigure = focus === 'figure' && !/^[\d.,]*$/.test(textOf(strokes))
    if (!isEnd && !isNoFigure) return this.#endTyped(true)
    return this.#ask(from, { focus, otherwise: isNoFigure ? 'refuse' : 'nothing', hadSuffix: false })
  }

  /**
   * Returns the text that a user typed since the last call. Null when there is none, or when a scanner is
   * sending.
   */
  takeTyped(): Extract<Ended, { kind: 'typed' }> | null {
    const unreported = this.#strokes.slice(this.#reported)
    if (unreported.length === 0 || this.#isHeld) return null
    this.#reported = this.#strokes.length
    const isAlone = this.#strokes.every(({ character }) => character === unreported[0]?.character)
    return {
      kind: 'typed',
      text: textOf(unreported),
      typed: unreported.map(({ typed }) => typed).join(''),
      isAlone,
    }
  }

  /** Discards all keys. */
  forget(): void {
    this.#strokes = []
    this.#reported = 0
    this.#isHeld = false
    this.#altDigits = ''
  }

  #take(key: TimedKey, focus: Focus): Step {
    if (focus === 'secret') {
      this.forget()
      return nothing
    }
    const sinceLastMs = key.timeMs - this.#lastAtMs
    if (this.#isSecondSuffix(key)) return swallowed
    if (key.isRepeat) {
      if (this.#isHeld) return swallowed
      this.forget()
      return nothing
    }
    if (MODIFIERS.has(key.key)) return nothing
    if (key.isControl || key.code === 'F8') {
      const isWithin = this.#isHeld || (this.#strokes.length > 1 && sinceLastMs <= MAX_GAP_MS)
      // After a pause, only a separator continues a code. Other keys are a user's shortcuts, even if the
      // typing was as even as a scanner's.
      const goesOn = mayMeanSeparator(key) && isScannerHand(partsOf(this.#strokes).at(-1) ?? [])
      if (!isWithin && !goesOn) return nothing
      if (this.#isSeparator(key)) this.#strokes.push({ character: SEPARATOR, typed: '', atMs: key.timeMs })
      return swallowed
    }
    if (isSuffix(key)) return this.#endBySuffix(key, focus)
    const character = this.#characterOf(key)
    if (character === undefined) {
      if (this.#isHeld) return swallowed
      return { ...nothing, ended: this.#endTyped(false) }
    }
    const isBeginning = this.#strokes.length === 0 || sinceLastMs > MAX_GAP_MS
    this.#strokes.push({ character, typed: key.key, atMs: key.timeMs })
    this.#isHeld ||= this.#isScanBegun()
    // A space in a code would press the focused button.
    const isPress = character === ' ' && focus === 'control' && this.#strokes.length > 1
    return { isSwallowed: this.#isHeld || isPress, isBeginning, ended: [] }
  }

  /** Returns true for the second key of CR LF: Enter followed by Enter, ArrowDown or Ctrl+J. */
  #isSecondSuffix({ code, isControl, timeMs }: TimedKey): boolean {
    const isOne = code === 'Enter' || code === 'ArrowDown' || (isControl && code === 'KeyJ')
    const isNext = this.#strokes.length === 0 && this.#hadSuffix
    return isOne && isNext && Math.abs(timeMs - this.#endedAtMs) <= MAX_GAP_MS
  }

  /** Returns true for Ctrl+], F8, or Alt+029 on the numeric pad. */
  #isSeparator({ code }: TimedKey): boolean {
    if (code === 'BracketRight' || code === 'F8') return true
    this.#altDigits += /^Numpad(\d)$/.exec(code)?.[1] ?? ''
    const isTyped = /^0*29$/.test(this.#altDigits)
    if (isTyped) this.#altDigits = ''
    return isTyped
  }

  #characterOf(key: TimedKey): string | undefined {
    if (this.#profile?.reads === 'key' && [...key.key].length === 1) return key.key
    return keyCharacter(key)
  }

  get #prefix(): string {
    return this.#profile?.prefix ?? ''
  }

  get #lastAtMs(): number {
    return this.#strokes.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY
  }

  #text(from = 0): string {
    return textOf(this.#strokes.slice(from))
  }

  #startsWithPrefix(): boolean {
    return this.#prefix !== '' && this.#text(this.#codeFrom()).startsWith(this.#prefix)
  }

  #isScanBegun(): boolean {
    const part = partsOf(this.#strokes).at(-1) ?? []
    const text = textOf(part)
    if (this.#prefix !== '' && text.startsWith(this.#prefix)) return true
    return AIM.test(text) || (part.length >= MIN_CHARACTERS && isFast(part, this.#profile))
  }

  /** Returns the index of the first key of the code. Keys typed by a user just before it do not belong to it. */
  #codeFrom(): number {
    const parts = partsOf(this.#strokes)
    const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part.length, 0))
    const lastStart = starts.at(-1) ?? 0
    const last = parts.at(-1) ?? []
    const before = parts.at(-2)
    if (before === undefined) return 0
    const framed = starts.find((start) => {
      const text = this.#text(start)
      return AIM.test(text) || (this.#prefix !== '' && text.startsWith(this.#prefix))
    })
    if (framed !== undefined) return framed
    if (isComplete(textOf(last)) && !isSameHand(before, last)) return lastStart
    const whole = starts.find((start) => isComplete(this.#text(start)))
    if (whole !== undefined) return whole
    return starts[parts.slice(0, -1).findLastIndex((part) => isTyped(part, last)) + 1] ?? 0
  }

  #endBySuffix(key: TimedKey, focus: Focus): Step {
    if (this.#strokes.length === 0) return nothing
    const isTab = key.code === 'Tab'
    if (isTab && !this.#isHeld && key.timeMs - this.#lastAtMs > MAX_GAP_MS)
      return { ...nothing, ended: this.#endTyped(false) }
    const from = this.#codeFrom()
    const strokes = this.#strokes.slice(from)
    const text = textOf(strokes)
    const taken = (ended: readonly Ended[]): Step => ({ ...swallowed, ended })
    if (this.#isHeld || isFastCode(strokes, this.#profile)) {
      return taken(this.#scan(from, true))
    }
    const isSlow = isSlowScan(strokes)
    const ask = (otherwise: 'replay' | 'refuse' | 'nothing') =>
      taken(
        this.#ask(from, {
          focus,
          otherwise: isTab && otherwise === 'replay' ? 'nothing' : otherwise,
          hadSuffix: true,
        }),
      )
    if (focus === 'figure') {
      if (/^\d+$/.test(text) && text.length >= LEAST_SLOW) return ask('replay')
      return isSlow && !/^[\d.,]*$/.test(text) ? ask('refuse') : { ...nothing, ended: this.#endTyped(false) }
    }
    const isLearned = isOfProfile(strokes, key, this.#profile)
    if (focus === 'text') {
      if (isLearned && text.length >= LEAST_SLOW) return taken(this.#scan(from, true))
      return isSlow || isLearned ? ask('replay') : { ...nothing, ended: this.#endTyped(false) }
    }
    if (isSlow || isLearned || isComplete(text)) return taken(this.#scan(from, true))
    if (/^\d+$/.test(text) && text.length >= MIN_CHARACTERS) return ask('nothing')
    // After characters, Enter must not press a button. After a quantity, it selects the focused tile.
    const isSwallowed = text.length > 1 && !text.endsWith('*')
    return { ...swallowed, isSwallowed, ended: this.#endTyped(false) }
  }

  #scan(from: number, hadSuffix: boolean): readonly Ended[] {
    const { text, droppedParts, before } = this.#takeCode(from)
    if (this.#isFragment(text, from))
      return this.#end([...before, { kind: 'torn', text, droppedParts }], hadSuffix)
    const code = this.#prefix !== '' && text.startsWith(this.#prefix) ? text.slice(this.#prefix.length) : text
    const atMs = this.#lastAtMs
    this.#silentScans = hadSuffix ? 0 : this.#silentScans + 1
    const isAgain = code === this.#lastScan.code && Math.abs(atMs - this.#lastScan.atMs) < SAME_CODE_MS
    this.#lastScan = { code, atMs }
    return this.#end(
      isAgain ? before : [...before, { kind: 'scan', code: code.trim(), droppedParts }],
      hadSuffix,
    )
  }

  #ask(
    from: number,
    how: { focus: Focus; otherwise: 'replay' | 'refuse' | 'nothing'; hadSuffix: boolean },
  ): readonly Ended[] {
    const { text, droppedParts, before } = this.#takeCode(from)
    if (this.#isFragment(text, from) && how.focus !== 'text')
      return this.#end([...before, { kind: 'torn', text, droppedParts }], how.hadSuffix)
    const { otherwise } = how
    const question: Ended = {
      kind: 'ask',
      code: text.trim(),
      droppedParts,
      inFigure: how.focus === 'figure',
      otherwise,
    }
    return this.#end([...before, question], how.hadSuffix)
  }

  #tear(from: number): readonly Ended[] {
    const { text, droppedParts, before } = this.#takeCode(from)
    const ended = this.#end([...before, { kind: 'torn', text, droppedParts }], false)
    this.#isTorn = true
    return ended
  }

  /** Returns the code, and the text that a user typed before it and that was not reported yet. */
  #takeCode(from: number): { text: string; droppedParts: number; before: readonly Ended[] } {
    const text = this.#text(from)
    const dropped = this.#strokes.slice(0, from)
    const unreported = dropped.slice(this.#reported)
    const before: Ended[] =
      unreported.length === 0
        ? []
        : [
            {
              kind: 'typed',
              text: textOf(unreported),
              typed: unreported.map(({ typed }) => typed).join(''),
              isAlone: unreported.length === dropped.length,
            },
          ]
    return { text, droppedParts: partsOf(dropped).length, before }
  }

  /** Returns true for the remainder of a code whose first part ended with a pause or was reported as interrupted. */
  #isFragment(text: string, from: number): boolean {
    const startedAtMs = this.#strokes[from]?.atMs ?? 0
    const isAfterHead = !this.#hadSuffix && this.#profile?.suffix !== 'None'
    const isSoon = startedAtMs - this.#endedAtMs <= FRAGMENT_MS
    return isAfterHead && isSoon && (this.#isTorn || !isComplete(text))
  }

  #endTyped(isOfScanner: boolean): readonly Ended[] {
    const typed = this.takeTyped()
    if (isOfScanner) return this.#end(typed ? [typed] : [], false)
    this.forget()
    return typed ? [typed] : []
  }

  #end(ended: readonly Ended[], hadSuffix: boolean): readonly Ended[] {
    this.#endedAtMs = hadSuffix ? this.#pressedAtMs : this.#lastAtMs
    this.#hadSuffix = hadSuffix
    this.#isTorn = false
    this.forget()
    return ended
  }
}

/** True for Ctrl+], F8, or a numeric pad digit with Alt down. */
const mayMeanSeparator = ({ code }: TimedKey): boolean =>
  code === 'BracketRight' || code === 'F8' || /^Numpad\d$/.test(code)

const isSuffix = ({ code }: TimedKey): boolean => code === 'Enter' || code === 'NumpadEnter' || code === 'Tab'

const textOf = (strokes: readonly Stroke[]): string => strokes.map(({ character }) => character).join('')

/** Splits the keys at pauses. */
function partsOf(strokes: readonly Stroke[]): Stroke[][] {
  const parts: Stroke[][] = []
  let lastAtMs = Number.NEGATIVE_INFINITY
  for (const stroke of strokes) {
    if (stroke.atMs - lastAtMs > MAX_GAP_MS) parts.push([])
    parts.at(-1)?.push(stroke)
    lastAtMs = stroke.atMs
  }
  return parts
}

/** Returns the gaps between the keys in ms, without pauses. */
function gapsOf(strokes: readonly Stroke[]): number[] {
  return partsOf(strokes).flatMap((part) =>
    part.slice(1).map(({ atMs }, index) => atMs - (part[index]?.atMs ?? atMs)),
  )
}

const averageOf = (gaps: readonly number[]): number => gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length

/** Longest gap in ms of a learned scanner that still counts as fast. */
const LEARNED_FAST_MS = 60

function isFast(strokes: readonly Stroke[], profile: ScannerProfile | null): boolean {
  const gaps = gapsOf(strokes)
  if (gaps.length === 0) return false
  const limitMs = (profile?.largestGapMs ?? Number.POSITIVE_INFINITY) * 1.5
  return averageOf(gaps) < FAST_AVERAGE_MS || (limitMs <= LEARNED_FAST_MS && Math.max(...gaps) <= limitMs)
}

const isFastCode = (strokes: readonly Stroke[], profile: ScannerProfile | null): boolean =>
  strokes.length >= MIN_CHARACTERS && isFast(strokes, profile)

function isEven(gaps: readonly number[]): boolean {
  if (gaps.length === 0) return false
  const average = averageOf(gaps)
  const variance = averageOf(gaps.map((gap) => (gap - average) ** 2))
  return Math.sqrt(variance) <= MOST_SPREAD * average
}

const isSlowScan = (strokes: readonly Stroke[]): boolean =>
  strokes.length >= LEAST_SLOW && isEven(gapsOf(strokes))

/** Returns true for a part whose rhythm looks like a scanner's, fast or slow. */
function isScannerHand(strokes: readonly Stroke[]): boolean {
  const gaps = gapsOf(strokes)
  if (gaps.length === 0) return false
  return averageOf(gaps) < FAST_AVERAGE_MS || (strokes.length >= MIN_CHARACTERS && isEven(gaps))
}

/** Returns true when both parts have the same rhythm. */
function isSameHand(before: readonly Stroke[], after: readonly Stroke[]): boolean {
  const gaps = [gapsOf(before), gapsOf(after)]
  if (gaps.some((each) => each.length === 0)) return false
  const [one = 0, other = 0] = gaps.map(averageOf)
  return Math.abs(one - other) <= 0.5 * Math.max(one, other)
}

/**
 * Returns true for keys typed by a user. A quantity for the next product ends with an asterisk. For a single
 * other character, the origin is unknown.
 */
function isTyped(strokes: readonly Stroke[], last: readonly Stroke[]): boolean {
  if (strokes.at(-1)?.character === '*') return true
  return strokes.length > 1 && !isScannerHand(strokes) && !isSameHand(strokes, last)
}

/** Returns true when speed and suffix match the learned slow scanner. */
function isOfProfile(
  strokes: readonly Stroke[],
  { code }: TimedKey,
  profile: ScannerProfile | null,
): boolean {
  if (profile === null || strokes.length < MIN_CHARACTERS) return false
  const suffix = code === 'Tab' ? 'Tab' : 'Enter'
  const gaps = gapsOf(strokes)
  return profile.suffix === suffix && Math.max(...gaps) <= profile.largestGapMs * 1.5 && isEven(gaps)
}
