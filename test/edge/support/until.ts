import { setTimeout as delay } from 'node:timers/promises'

/** Asks until the answer is neither null, undefined nor false; throws with `what` at the deadline. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  timeoutMs = 10_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== undefined && answer !== false) return answer as never
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await delay(15)
  }
}
