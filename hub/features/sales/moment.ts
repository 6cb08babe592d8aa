/** A clock that is off by more than this is corrected by its measured offset (docs/sync.md I-15). */
export const TRUSTED_SKEW_MS = 120_000
/** A plausible sale is not older than the product itself and at most a day ahead. */
const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_AHEAD_MS = 24 * 60 * 60_000

export interface Moment {
  /** When it happened in the time of the hub, as far as can be told. */
  date: Date
  /** The clock of the till was so wrong that the moment of receipt stands for it. */
  isAbsurd: boolean
}

/** When something happened at a till, by its clock and what is known of that clock. */
export function momentOf(
  claimed: string,
  clock: { hubOffsetMs?: number | null | undefined },
  receivedAt: Date,
): Moment {
  const offsetMs = clock.hubOffsetMs ?? 0
  const ms = Date.parse(claimed) + (Math.abs(offsetMs) > TRUSTED_SKEW_MS ? offsetMs : 0)
  const isAbsurd = !(ms >= EARLIEST_MS && ms <= receivedAt.getTime() + LATEST_AHEAD_MS)
  return { date: isAbsurd ? receivedAt : new Date(ms), isAbsurd }
}
