/** Skew beyond which a clock is corrected by its measured offset (docs/sync.md I-15). */
export const TRUSTED_SKEW_MS = 120_000
/**
 * Age up to which an offset proves a moment: a clock that loses 9 s a day, as cheap ones do, is off by
 * `TRUSTED_SKEW_MS` again after that.
 */
const TRUSTED_AGE_MS = 14 * 24 * 60 * 60_000
/** Limits of a plausible sale: not older than the product itself and at most a day ahead. */
const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_AHEAD_MS = 24 * 60 * 60_000

export interface Moment {
  /** Moment in the time of the hub, as far as it can be known. */
  date: Date
  /** True when the clock of the till was so wrong that the moment of receipt is used instead. */
  isAbsurd: boolean
}

/** Measurements of the clock of a till, in milliseconds (docs/sync.md I-15). */
interface MeasuredClock {
  hubOffsetMs?: number | null | undefined
  /** Age of the offset. Below 0: the clock was set back since. Older tills do not send it. */
  hubOffsetAgeMs?: number | null | undefined
}

/**
 * True when the clock was compared with that of the hub so recently that the offset proves the moment of a
 * record.
 */
export function isProved({ hubOffsetMs, hubOffsetAgeMs }: MeasuredClock): boolean {
  if (hubOffsetMs == null) return false
  return hubOffsetAgeMs == null || (hubOffsetAgeMs >= 0 && hubOffsetAgeMs <= TRUSTED_AGE_MS)
}

/**
 * Returns the moment of a till record from the clock of the till and its last known offset, even an old one.
 * An offset measured before the clock was set back may be wrong: then the candidate closer to the moment of
 * receipt counts.
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
