/**
 * Checks of the oracles, each with the number of steps, over all schedules of a run, after which it must have
 * compared something.
 */
export const CHECKS = {
  'receipts shown': 400,
  'receipts booked': 400,
  'receipt numbers': 400,
  'series of receipts': 400,
  'entries of journals': 400,
  'shifts shown': 400,
  'numbers of shifts': 2000,
  'sales in shifts': 400,
  'sales without a shift': 800,
  'tills taken over': 3000,
  'shifts in journals': 2000,
  'shifts at head office': 400,
  'movements of the ledger': 400,
  bookings: 400,
  uploads: 400,
  'conflicts of uploads': 400,
  'agents at rest': 400,
  'stock told': 4000,
  'receipts told': 400,
  'offers at tills': 400,
  'points spent offline': 2000,
  'points on their way': 2000,
  'points told': 800,
  'points booked': 800,
  'balances of cards': 400,
  'flags of points': 800,
  'vouchers spent offline': 2000,
  'vouchers booked': 400,
  'balances of vouchers': 400,
  'flags of vouchers': 400,
  'vouchers in reports': 1500,
  'fiscal receipts': 2000,
  'fiscal receipts at tills': 2000,
  'products at tills': 400,
  'settings at tills': 400,
  'lookups at tills': 400,
  'records at tills': 400,
  'comparisons by agents': 400,
} as const satisfies Record<string, number>
export type Check = keyof typeof CHECKS

export type Compared = Partial<Record<Check, number>>

/** Counts the things compared by the oracles, because an oracle that has compared nothing proves nothing. */
export class Coverage {
  readonly compared: Compared = {}
  readonly #blind: string | undefined

  /** `blind` is a check that is given nothing to compare, or `all`, to test that a run detects this. */
  constructor(blind: string | undefined) {
    this.#blind = blind
  }

  /** Returns the things to compare and counts them. */
  of<T>(check: Check, things: Iterable<T>): T[] {
    const seen = this.#blind === 'all' || this.#blind === check ? [] : [...things]
    this.compared[check] = (this.compared[check] ?? 0) + seen.length
    return seen
  }
}

export function addUpCompared(all: readonly Compared[]): Compared {
  const sum: Compared = {}
  for (const compared of all) {
    for (const check of Object.keys(compared) as Check[])
      sum[check] = (sum[check] ?? 0) + (compared[check] ?? 0)
  }
  return sum
}

/** Returns the checks that have compared nothing in a run of `steps` steps. */
export function judgeCoverage(compared: Compared, steps: number): string[] {
  return (Object.keys(CHECKS) as Check[])
    .filter((check) => steps >= CHECKS[check] && !compared[check])
    .map((check) => `${check}: none were compared in ${steps} steps`)
}
