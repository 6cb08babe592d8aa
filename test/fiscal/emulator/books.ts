/** Scenarios, chosen by the total of a receipt (100.03) or by the end of a line name («Tea #03»). */
export const SCENARIOS = {
  '01': 'done at once',
  '02': 'done after some polls',
  '03': 'accepted, and the answer is lost',
  '04': 'known already under this id',
  '05': 'the shift is longer than 24 hours, or the queue has given the receipt up',
  '06': 'refused as invalid',
  '07': 'the token has expired',
  '08': 'an error of the server first',
  '09': 'the cash register is offline',
} as const
export type Scenario = keyof typeof SCENARIOS | 'none'

export interface Entry {
  externalId: string
  scenario: Scenario
  sign: string
  docNumber: number
  shiftNumber: number
  numberInShift: number
  /** Request that registered the receipt. */
  request: unknown
  polls: number
}

/** Books of the tax authority, with one entry per external id however often it is sent. */
export class Books {
  readonly entries = new Map<string, Entry>()
  /** Cash movements by external id, in hundredths. Cash taken out is negative. */
  readonly cash = new Map<string, number>()
  /** Ids of receipts and cash movements in the order of registration, with a Z for each closed shift. */
  readonly order: string[] = []
  readonly #seen = new Map<string, number>()
  shiftNumber = 1
  /** Numbers of closed shifts. */
  readonly closed: number[] = []
  isShiftOpen = false

  /** Returns how often an id was seen before, and counts the current request. */
  seen(externalId: string): number {
    const times = this.#seen.get(externalId) ?? 0
    this.#seen.set(externalId, times + 1)
    return times
  }

  find(key: string): Entry | undefined {
    return this.entries.get(key) ?? [...this.entries.values()].find(({ sign }) => sign === key)
  }

  register(externalId: string, scenario: Scenario, request: unknown): Entry {
    const known = this.entries.get(externalId)
    if (known) return known
    // The opening of each shift is also a document.
    const docNumber = this.entries.size + 1 + this.shiftNumber
    this.isShiftOpen = true
    const entry: Entry = {
      externalId,
      scenario,
      request,
      docNumber,
      polls: 0,
      sign: String(1_000_000_001 + this.entries.size),
      shiftNumber: this.shiftNumber,
      numberInShift: this.#inShift() + 1,
    }
    this.entries.set(externalId, entry)
    this.order.push(externalId)
    return entry
  }

  #inShift(): number {
    return [...this.entries.values()].filter(({ shiftNumber }) => shiftNumber === this.shiftNumber).length
  }

  /** Records cash put in or taken out, in hundredths, once for each id. */
  moveCash(externalId: string, moved: number): void {
    if (!this.cash.has(externalId)) this.order.push(externalId)
    this.cash.set(externalId, moved)
    this.isShiftOpen = true
  }

  get inDrawer(): number {
    return [...this.cash.values()].reduce((sum, each) => sum + each, 0)
  }

  closeShift(): boolean {
    if (!this.isShiftOpen) return false
    this.order.push('Z')
    this.closed.push(this.shiftNumber)
    this.isShiftOpen = false
    this.shiftNumber += 1
    return true
  }
}

/** Returns the scenario of a receipt, or `none`. `total` is in hundredths. */
export function scenarioOf(total: number, names: readonly string[]): Scenario {
  const named = names.map((name) => /#(0[1-9])$/.exec(name)?.[1]).find((found) => found !== undefined)
  const wanted = named ?? String(Math.round(total) % 100).padStart(2, '0')
  return wanted in SCENARIOS ? (wanted as Scenario) : 'none'
}
