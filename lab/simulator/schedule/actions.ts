/** Expected effectiveness of a kind of action. A run that falls short of it proves less than it seems to. */
export interface Expectation {
  /** Number of steps, over all schedules of a run, within which the action must take effect at least once. */
  within: number
  /** Minimum fraction of actions that must take effect, not counting prevented ones. */
  share: number
}

/** Number of actions of a kind, by outcome. */
export interface Tally {
  happened: number
  /** Number of actions whose effect was observed in the world, not only reported by a response. */
  effective: number
  /** Number of legitimately prevented actions, by reason. */
  prevented: Record<string, number>
}
export type Tallies = Record<string, Tally>

/** Receiver of an action's requests: head office or a till. */
interface Party<Answer> {
  send(method: string, path: string, body?: object): Promise<Answer>
}

/** An action of the schedule. Its effect can be observed later. */
export class Action {
  readonly kind: string
  readonly #tally: Tally
  /** True when the action must have no effect. */
  readonly isBroken: boolean
  readonly #onRefusal: (what: string) => void
  #isOver = false

  constructor(kind: string, tally: Tally, isBroken: boolean, onRefusal: (what: string) => void) {
    this.kind = kind
    this.#tally = tally
    this.isBroken = isBroken
    this.#onRefusal = onRefusal
    tally.happened++
  }

  /** Does the work unless the kind of action is broken. */
  act<T>(work: () => T): T | undefined {
    return this.isBroken ? undefined : work()
  }

  /** Sends the request of the action. For a broken kind, sends a request that is always refused instead. */
  send<Answer>(party: Party<Answer>, method: string, path: string, body?: object): Promise<Answer> {
    if (!this.isBroken) return party.send(method, path, body)
    return body ? party.send(method, path, { ...body, isBroken: true }) : party.send(method, `${path}/broken`)
  }

  /** Records that the intended effect was observed in the world. */
  tookEffect(): void {
    if (this.#end()) this.#tally.effective++
  }

  /** Records that the state of the world legitimately prevented the action. */
  prevented(by: string): void {
    if (this.#end()) this.#tally.prevented[by] = (this.#tally.prevented[by] ?? 0) + 1
  }

  /** Reports a refusal that nothing in the world explains. */
  refused(what: string): void {
    if (this.#end()) this.#onRefusal(`${this.kind} is refused: ${what}`)
  }

  #end(): boolean {
    const wasOver = this.#isOver
    this.#isOver = true
    return !wasOver
  }
}

/** Actions of one schedule, counted by kind. */
export class Actions {
  readonly tallies: Tallies = {}
  readonly #broken: string | undefined
  readonly #onRefusal: (what: string) => void

  /** `broken` is a kind whose actions have no effect, to test that a run detects this. */
  constructor(broken: string | undefined, onRefusal: (what: string) => void) {
    this.#broken = broken
    this.#onRefusal = onRefusal
  }

  begin(kind: string): Action {
    const tally = this.tallies[kind] ?? emptyTally()
    this.tallies[kind] = tally
    return new Action(kind, tally, kind === this.#broken, this.#onRefusal)
  }
}

const emptyTally = (): Tally => ({ happened: 0, effective: 0, prevented: {} })

export function addUp(all: readonly Tallies[]): Tallies {
  const sum: Tallies = {}
  for (const tallies of all) {
    for (const [kind, { happened, effective, prevented }] of Object.entries(tallies)) {
      const total = sum[kind] ?? emptyTally()
      sum[kind] = total
      total.happened += happened
      total.effective += effective
      for (const [by, count] of Object.entries(prevented)) {
        total.prevented[by] = (total.prevented[by] ?? 0) + count
      }
    }
  }
  return sum
}

/** Minimum number of actions for judging the fraction. */
const ENOUGH = 8
/** Minimum number of actions for judging that none took effect, for kinds that nearly always do. */
const ENOUGH_FOR_NONE = 3

/** Returns the kinds with too few effects in a run of `steps` steps. */
export function judgeActions(
  tallies: Tallies,
  expected: Readonly<Record<string, Expectation>>,
  steps: number,
): string[] {
  const unknown = Object.keys(tallies).filter((kind) => !expected[kind])
  return [
    ...unknown.map((kind) => `nothing is said of what is expected of: ${kind}`),
    ...Object.entries(expected).flatMap(([kind, { within, share }]) => {
      const { happened, effective, prevented } = tallies[kind] ?? emptyTally()
      const free = happened - Object.values(prevented).reduce((sum, count) => sum + count, 0)
      const came = `${kind}: ${effective} of ${happened} took effect`
      const isTooFew = effective < share * free && (share === 1 || free >= ENOUGH)
      const isNone = effective === 0 && share >= 0.9 && free >= ENOUGH_FOR_NONE
      const isMissing = effective === 0 && steps >= within
      if (isTooFew || isNone) return [`${came}, ${free} were free to`]
      return isMissing ? [`${came} in ${steps} steps`] : []
    }),
  ]
}
