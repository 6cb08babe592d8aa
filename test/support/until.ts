import { setTimeout as delay } from 'node:timers/promises'

/** Time-out that only guards against hanging; below that of a test, so that a failure names what it waited for. */
const HANGS_AFTER_MS = 90_000

/** Calls `ask` until the result is neither null, undefined nor false; throws with `what` after the time-out. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  hangsAfterMs = HANGS_AFTER_MS,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = performance.now() + hangsAfterMs
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== undefined && answer !== false) return answer as never
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await delay(15)
  }
}
