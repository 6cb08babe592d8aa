/** A period with less than a tenth of the present figure is nearly empty: a percentage would say nothing. */
const LEAST_SHARE = 0.1

export type ChangeSince = number | 'too-little-data' | null

/**
 * Percent by which a figure has changed since the period before, rounded to tenths; 'too-little-data' where that period
 * is nearly empty, null where nothing has changed or a figure is missing.
 */
export function changeSince(before: unknown, now: unknown): ChangeSince {
  if (typeof now !== 'number' || typeof before !== 'number' || now === before) return null
  if (Math.abs(before) < Math.abs(now) * LEAST_SHARE) return 'too-little-data'
  const percent = Math.round(((now - before) / Math.abs(before)) * 1000) / 10
  return percent === 0 ? null : percent
}
