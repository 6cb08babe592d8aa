import { type Ended, type Focus, Scanner, TYPED_MS } from '#edge/till/src/scanner/scanner.ts'
import type { ScannerProfile } from '#edge/till/src/scanner/scanner-profile.ts'
import { SEPARATOR } from '#shared/barcodes/gs1-elements.ts'
import { must } from '#shared/std/must.ts'
import { type Keystroke, type ScannerHabits, strokesOf } from './keystrokes.ts'
import { Random } from './random.ts'

const CODES = [
  '4006381333931',
  '96385074',
  '036000291452',
  '14607027000018',
  '2112345015002',
  ']E04607027000011',
  `]C1010460702700001110AB${SEPARATOR}17261231`,
  `]d2010460702700003521abcDEF1234567${SEPARATOR}93dGVz`,
  '01046070270000111726123110LOT7',
  'K7-000123',
  'TS-Red-M',
  '120045001234',
]
/** Products whose codes are fragments of real codes, so that a partly read code would sell one of them. */
const FRAGMENTS = CODES.flatMap((code) =>
  Array.from({ length: code.length - 4 }, (_, at) => [code.slice(0, at + 4), code.slice(at)]).flat(),
)
const CATALOG = new Set([...CODES, ...FRAGMENTS])

type Outcome = 'right' | 'misread' | 'told' | 'left' | 'lost'

/**
 * A simulated page that handles keys. It passes the focus to the scanner, and its timers follow the times of
 * the keys.
 */
class SimulatedPage {
  readonly #scanner: Scanner
  readonly heard: Ended[] = []
  focus: Focus
  /** Text in the focused field: the characters that the scanner did not consume. */
  left = ''
  pressedButton = false

  constructor(scanner: Scanner, focus: Focus) {
    this.#scanner = scanner
    this.focus = focus
  }

  strike({ atMs, ...key }: Keystroke, startMs: number): void {
    const timeMs = startMs + atMs
    this.#runTimers(timeMs)
    const step = this.#scanner.press({ ...key, isRepeat: false, timeMs }, this.focus)
    this.#hear(step.ended)
    this.#lastAtMs = timeMs
    if (step.isSwallowed) return
    if (key.key.length === 1) this.left += key.key
    else if (key.key === 'Enter' && this.focus === 'control') this.pressedButton = true
  }

  endAll(): void {
    this.#runTimers(Number.POSITIVE_INFINITY)
  }

  #lastAtMs = 0

  #runTimers(nowMs: number): void {
    if (nowMs - this.#lastAtMs > TYPED_MS) {
      const typed = this.#scanner.takeTyped()
      if (typed) this.#hear([typed])
    }
    if (nowMs - this.#lastAtMs > this.#scanner.silenceMs) this.#hear(this.#scanner.endBySilence(this.focus))
  }

  #hear(ended: readonly Ended[]): void {
    this.heard.push(...ended)
    // A letter starts a search.
    const isSearch = ended.some((each) => each.kind === 'typed' && /\p{L}/u.test(each.typed))
    if (isSearch && this.focus === 'control') this.focus = 'text'
  }

  outcomeOf(code: string): Outcome {
    const taken = this.heard.flatMap((each) =>
      each.kind === 'scan' || (each.kind === 'ask' && CATALOG.has(each.code)) ? [each.code] : [],
    )
    if (taken.some((each) => each !== code)) return 'misread'
    if (taken.length > 1) return 'misread'
    if (taken.length === 1) return 'right'
    if (this.heard.some((each) => each.kind === 'torn' || each.kind === 'ask')) return 'told'
    return this.left.length > 0 && this.focus !== 'control' ? 'left' : 'lost'
  }
}

export interface Tally extends Record<Outcome, number> {
  /** Number of times that Enter pressed a button by mistake. */
  pressed: number
  /** The first three misread or lost codes, with details. */
  examples: string[]
}

const FOCUSES: readonly Focus[] = ['control', 'text', 'figure']

/**
 * Scans `scans` random test codes with one kind of scanner. The focus is on a control, a text field and a
 * number field in turn. Returns the number of scans by outcome.
 */
export function scanMany(
  scans: number,
  habits: Omit<ScannerHabits, 'jitterMs'>,
  {
    pauseMs = null,
    profile = null,
  }: { pauseMs?: readonly [number, number] | null; profile?: ScannerProfile | null } = {},
): Tally {
  const draw = new Random(`${habits.gapMs} ${habits.suffix} ${pauseMs}`)
  const random = () => draw.real()
  const tally: Tally = { right: 0, misread: 0, told: 0, left: 0, lost: 0, pressed: 0, examples: [] }
  for (let scan = 0; scan < scans; scan += 1) {
    const code = draw.pick(CODES)
    const focus = must(FOCUSES[scan % FOCUSES.length])
    const page = new SimulatedPage(new Scanner(profile), focus)
    const [least, most] = pauseMs ?? [0, 0]
    const pause = { before: 1 + draw.below(code.length - 1), ms: least + random() * (most - least) }
    const jitterMs = Math.min(15, habits.gapMs / 2)
    const strokes = strokesOf(code, { ...habits, jitterMs, ...(pauseMs && { pauses: [pause] }) }, random)
    for (const stroke of strokes) page.strike(stroke, 10_000)
    page.endAll()
    const outcome = page.outcomeOf(code)
    tally[outcome] += 1
    if (outcome === 'misread' || outcome === 'lost')
      tally.examples.push(`${code} ${focus} ${JSON.stringify(pause)} ${JSON.stringify(page.heard)}`)
    if (page.pressedButton) tally.pressed += 1
  }
  tally.examples.splice(3)
  return tally
}

/**
 * Types `amounts` random amounts with the given times between keys, each followed by Enter. Returns the input
 * mistaken for scans. Throws when an amount did not reach the field unchanged.
 */
export function typeMany(amounts: number, gapMs: readonly [least: number, most: number]): Ended[] {
  const draw = new Random(`typist ${gapMs}`)
  const [least, most] = gapMs
  const taken: Ended[] = []
  for (let each = 0; each < amounts; each += 1) {
    const page = new SimulatedPage(new Scanner(), 'figure')
    const digits = String(draw.spread(1, 9_999_999))
    let atMs = 0
    for (const key of [...digits, 'Enter']) {
      const code = key === 'Enter' ? key : `Digit${key}`
      page.strike({ code, key, isShift: false, isControl: false, atMs }, 10_000)
      atMs += least + draw.real() * (most - least)
    }
    page.endAll()
    taken.push(...page.heard.filter(({ kind }) => kind !== 'typed'))
    if (page.left !== digits) throw new Error(`${digits} came to ${page.left}`)
  }
  return taken
}
