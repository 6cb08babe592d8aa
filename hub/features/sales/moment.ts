/** A clock that is off by more than this is corrected by its measured offset (docs/sync.md I-15). */
export const TRUSTED_SKEW_MS = 120_000
/** By then a clock that loses 9 s a day, as cheap ones do, is off by TRUSTED_SKEW_MS again. */
const TRUSTED_AGE_MS = 14 * 24 * 60 * 60_000
/** A plausible sale is not older than the product itself and at most a day ahead. */
const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_AHEAD_MS = 24 * 60 * 60_000

export interface Moment {
  /** When it happened in the time of the hub, as far as can be told. */
  date: Date
  /** The clock of the till was so wrong that the moment of receipt stands for it. */
  isAbsurd: boolean
}

/** What a till knows of its clock, in milliseconds (docs/sync.md I-15). */
interface MeasuredClock {
  hubOffsetMs?: number | null | undefined
  /** Below 0: the clock was set back since. Not told by older tills. */
  hubOffsetAgeMs?: number | null | undefined
}

/** The clock was compared with that of the hub so lately that the offset proves when something happened. */
export function isProved({ hubOffsetMs, hubOffsetAgeMs }: MeasuredClock): boolean {
  if (hubOffsetMs == null) return false
  return hubOffsetAgeMs == null || (hubOffsetAgeMs >= 0 && hubOffsetAgeMs <= TRUSTED_AGE_MS)
}

/**
 * The moment of something at a till, by its clock and the best that is known of that clock: an old offset too. An offset
 * from before the clock was set back may hold no longer: the moment nearer to its receipt counts then.
 */
export function momentOf(
  claimed: string,
  { hubOffsetMs, hubOffsetAgeMs }: MeasuredClock,
  receivedAt: Date,
): Moment {
  const offsetMs = hubOffsetMs ?? 0
  const claimedMs = Date.parse(claimed)
  const correctedMs = claimedMs + (Math.abs(offsetMs) > TRUSTED_SKEW_MS ? offsetMs : 0)
  const fromReceipt = (ms: number): number => Math.abs(ms - receivedAt.getTime())
  const wasSetBack = hubOffsetAgeMs != null && hubOffsetAgeMs < 0
  const ms = wasSetBack && fromReceipt(claimedMs) < fromReceipt(correctedMs) ? claimedMs : correctedMs
  const isAbsurd = !(ms >= EARLIEST_MS && ms <= receivedAt.getTime() + LATEST_AHEAD_MS)
  return { date: isAbsurd ? receivedAt : new Date(ms), isAbsurd }
}
