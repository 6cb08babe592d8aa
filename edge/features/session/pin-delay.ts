const FREE_FAILURES = 3
const FIRST_DELAY_MS = 5_000
const LONGEST_DELAY_MS = 5 * 60_000

/**
 * Returns the delay in ms after this number of consecutive wrong PINs: 5 s after the third, then 10 s, 20 s
 * and so on.
 */
export function pinDelayMs(failures: number): number {
  if (failures < FREE_FAILURES) return 0
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES))
}
