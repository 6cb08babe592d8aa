import { setTimeout as delay } from 'node:timers/promises'

/**
 * Time-out in milliseconds that only guards against hanging. It is shorter than that of a test, so that a
 * failure shows what was awaited.
 */
const HANGS_AFTER_MS = 90_000

/**
 * Calls `ask` until it returns a value other than null, undefined or false, and returns that value. Throws
 * with `what` after the time-out.
 */
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
