import { sleep } from '#shared/std/retry.ts'

/** A side that does not let go is left behind after this. */
const LET_GO_WITHIN_MS = 5_000

/** Resolves when it has ended, and after a while in any case. */
export async function letGo(ending: Promise<void>): Promise<void> {
  const ended = new AbortController()
  await Promise.race([ending, sleep(LET_GO_WITHIN_MS, ended.signal)])
  ended.abort()
}
