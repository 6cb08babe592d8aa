/** Returns the percentile `share` (0 to 1) of the values by the nearest-rank method, or NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const rank = Math.ceil(share * sorted.length)
  return sorted[Math.max(0, rank - 1)] ?? Number.NaN
}

/** Returns the median. For an even number of values it is the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
  return (lower + upper) / 2
}
