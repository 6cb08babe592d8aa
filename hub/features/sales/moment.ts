/** Clock skew beyond which a time is corrected by the measured offset (docs/sync.md I-15). */
export const TRUSTED_SKEW_MS = 120_000
/**
 * Maximum age at which a measured offset proves a time. A cheap clock that loses 9 s a day is off by
 * `TRUSTED_SKEW_MS` after that.
 */
const TRUSTED_AGE_MS = 14 * 24 * 60 * 60_000
/** Limits of a plausible time: not before the product existed, and at most a day ahead. */
const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_AHEAD_MS = 24 * 60 * 60_000

export interface Moment {
  /** Best known time according to the hub's clock. */
  date: Date
  /** True when the till's clock was so wrong that the time of receipt is used instead. */
  isAbsurd: boolean
}

/** Measurements of a till's clock, in ms (docs/sync.md I-15). */
interface MeasuredClock {
  hubOffsetMs?: number | null | undefined
  /**
   * Age of the offset in ms. Negative when the clock was set back after the measurement. Older tills do not
   * send it.
   */
  hubOffsetAgeMs?: number | null | undefined
}

/** True when the clock was compared with the hub's recently enough to prove the time of a record. */
export function isProved({ hubOffsetMs, hubOffsetAgeMs }: MeasuredClock): boolean {
  if (hubOffsetMs == null) return false
  return hubOffsetAgeMs == null || (hubOffsetAgeMs >= 0 && hubOffsetAgeMs <= TRUSTED_AGE_MS)
}

/**
 * Returns the time of a till record, based on the till's clock and its last known offset, even an old one. If
 * the clock was set back after the measurement, the offset can be wrong. The candidate closer to the time of
 * receipt is then used.
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
