/**
 * Minimum share of the later figure that the earlier figure must have. Below it, a percentage would be
 * meaningless.
 */
const LEAST_SHARE = 0.1

export type ChangeSince = number | 'too-little-data' | null

/**
 * Returns the change of a figure since the previous period in percent, rounded to tenths. Returns
 * 'too-little-data' when the earlier figure is too small, and null when nothing has changed or a figure is
 * missing.
 */
export function changeSince(before: unknown, now: unknown): ChangeSince {
  if (typeof now !== 'number' || typeof before !== 'number' || now === before) return null
  if (Math.abs(before) < Math.abs(now) * LEAST_SHARE) return 'too-little-data'
  const percent = Math.round(((now - before) / Math.abs(before)) * 1000) / 10
  return percent === 0 ? null : percent
}
