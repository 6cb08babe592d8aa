/** What is to be expected of a kind of deed; a run that falls short of it shows less than it seems to. */
export interface Expectation {
  /** It takes effect at least once in so many steps, of all schedules of a run together. */
  within: number
  /** The least share that takes effect of those that nothing has prevented. */
  share: number
}

/** How often a kind of deed was done, and what came of it. */
export interface Tally {
  happened: number
  /** Seen in the world, not taken from an answer alone. */
  effective: number
  /** What stood in the way and may, and how often. */
  prevented: Record<string, number>
}
export type Tallies = Record<string, Tally>

/** Where a deed of the schedule sends its requests: head office, or a till. */
interface Party<Answer> {
  send(method: string, path: string, body?: object): Promise<Answer>
}

/** Something that the schedule does; what comes of it may show later. */
export class Deed {
  readonly kind: string
  readonly #tally: Tally
  /** Nothing is to come of it. */
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

  /** Does it; of a broken kind nothing is done. */
  act<T>(work: () => T): T | undefined {
    return this.isBroken ? undefined : work()
  }

  /** Sends the request that it consists of; that of a broken kind is one that nobody accepts. */
  send<Answer>(party: Party<Answer>, method: string, path: string, body?: object): Promise<Answer> {
    if (!this.isBroken) return party.send(method, path, body)
    return body ? party.send(method, path, { ...body, isBroken: true }) : party.send(method, `${path}/broken`)
  }

  /** What it was done for is to be seen in the world. */
  tookEffect(): void {
    if (this.#end()) this.#tally.effective++
  }

  /** Something that may be in this state of the world stood in the way. */
  prevented(by: string): void {
    if (this.#end()) this.#tally.prevented[by] = (this.#tally.prevented[by] ?? 0) + 1
  }

  /** Nothing should have stood in the way. */
  refused(what: string): void {
    if (this.#end()) this.#onRefusal(`${this.kind} is refused: ${what}`)
  }

  #end(): boolean {
    const wasOver = this.#isOver
    this.#isOver = true
    return !wasOver
  }
}

/** The deeds of one schedule, counted by kind. */
export class Deeds {
  readonly tallies: Tallies = {}
  readonly #broken: string | undefined
  readonly #onRefusal: (what: string) => void

  /** `broken`: the kind whose deeds come to nothing, to see that the run notices. */
  constructor(broken: string | undefined, onRefusal: (what: string) => void) {
    this.#broken = broken
    this.#onRefusal = onRefusal
  }

  begin(kind: string): Deed {
    const tally = this.tallies[kind] ?? emptyTally()
    this.tallies[kind] = tally
    return new Deed(kind, tally, kind === this.#broken, this.#onRefusal)
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

/** Fewer tell nothing about a share. */
const ENOUGH = 8
/** Of what nearly always takes effect fewer are enough, when none did. */
const ENOUGH_FOR_NONE = 3

/** Says of which kinds too little has come in a run of so many steps; empty when all is well. */
export function judgeDeeds(
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
