import { sleep } from '#shared/std/retry.ts'

/** Time after which a side that does not end is abandoned. */
const LET_GO_WITHIN_MS = 5_000

/** Resolves when it has ended, or after a while in any case. */
export async function waitForEnd(ending: Promise<void>): Promise<void> {
  const ended = new AbortController()
  await Promise.race([ending, sleep(LET_GO_WITHIN_MS, ended.signal)])
  ended.abort()
}
