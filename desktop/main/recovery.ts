/**
 * Recovery from a till page that keeps crashing. The page is first reloaded. After several failures in a row
 * it gets a new window, in case the window is broken. After more failures the whole program is relaunched
 * without the graphics card, whose driver is the usual culprit. Each attempt waits longer than the previous
 * one, so that a till that cannot start does not keep the machine busy.
 */
export interface RecoveryStep {
  action: 'reload' | 'new-window' | 'relaunch-in-software'
  delayMs: number
}

/** Uptime of a page after which the count of failures is reset. */
export const STABLE_MS = 60_000

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000
const RELOADS = 3
const WINDOWS = 2

/**
 * Returns the step after the nth failure in a row (n starts at 1). With software rendering already on, new
 * windows are the last resort.
 */
export function recoveryStep(failures: number, inSoftware: boolean): RecoveryStep {
  const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
  if (failures <= RELOADS) return { action: 'reload', delayMs }
  if (failures <= RELOADS + WINDOWS || inSoftware) return { action: 'new-window', delayMs }
  return { action: 'relaunch-in-software', delayMs }
}
