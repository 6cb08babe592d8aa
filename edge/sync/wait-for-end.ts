import { sleep } from '#shared/std/retry.ts'

/** Time in ms after which a direction that does not stop is abandoned. */
const LET_GO_WITHIN_MS = 5_000

/** Resolves when `ending` resolves, or after a fixed time at the latest. */
export async function waitForEnd(ending: Promise<void>): Promise<void> {
  const ended = new AbortController()
  await Promise.race([ending, sleep(LET_GO_WITHIN_MS, ended.signal)])
  ended.abort()
}
