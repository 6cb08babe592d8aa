import { setTimeout as delay } from 'node:timers/promises'

/** Against hanging alone: below the deadline of a test, so that it says what it waited for. */
const HANGS_AFTER_MS = 90_000

/** Asks until the answer is neither null, undefined nor false; throws with `what` when that never comes. */
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
