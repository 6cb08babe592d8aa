/** Returns the value below which `share` (0 to 1) of the values lie, by the nearest rank; NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const rank = Math.ceil(share * sorted.length)
  return sorted[Math.max(0, rank - 1)] ?? Number.NaN
}

/** Returns the median: for an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
  return (lower + upper) / 2
}
