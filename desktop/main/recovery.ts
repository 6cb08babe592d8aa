/**
 * What to do about a till page that keeps dying: load it again; after some in a row a new window, in case the window is
 * what is broken; then the whole program again without the graphics card, whose driver is the usual culprit. Each try
 * waits longer than the one before, so that a till that cannot start does not burn the machine.
 */
export interface RecoveryStep {
  deed: 'reload' | 'new-window' | 'relaunch-in-software'
  delayMs: number
}

/** A page that stayed up this long starts the count again. */
export const STABLE_MS = 60_000

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000
const RELOADS = 3
const WINDOWS = 2

/** The step after the nth failure in a row (n from 1). In software already, there is nothing left but new windows. */
export function recoveryStep(failures: number, inSoftware: boolean): RecoveryStep {
  const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
  if (failures <= RELOADS) return { deed: 'reload', delayMs }
  if (failures <= RELOADS + WINDOWS || inSoftware) return { deed: 'new-window', delayMs }
  return { deed: 'relaunch-in-software', delayMs }
}
