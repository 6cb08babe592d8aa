import { sleep } from '#shared/std/retry.ts'
import type { Timing } from '../timing.ts'
import type { HubClient } from './hub-client.ts'
import { failureOf } from './hub-failure.ts'
import type { HubLink } from './hub-link.ts'

/** One late answer is a slow line; two in a row are a hub that hangs. */
const MISSES_BORNE = 1
/** Nobody looks at the connection any more when it was not asked for this long: no page is open. */
const UNWATCHED_AFTER_MS = 30_000

export interface HeartbeatOptions {
  client: HubClient
  link: HubLink
  timing: Timing
}

/**
 * Asks the hub for a sign of life when nothing else was heard of it: a long poll is silent for as long as a hub that
 * hangs. So a hub that hangs is offline after heartbeatMs + 2 × heartbeatTimeoutMs (docs/faults.md F55). Only while a
 * page shows the connection: closed shops cost the hub nothing.
 */
export async function keepHeartbeat(options: HeartbeatOptions, signal: AbortSignal): Promise<void> {
  const { link, timing } = options
  let misses = 0
  while (!signal.aborted) {
    await sleep(misses === MISSES_BORNE ? 0 : timing.heartbeatMs, signal)
    if (signal.aborted || link.unwatchedMs > UNWATCHED_AFTER_MS) continue
    const failure = link.silentMs < timing.heartbeatMs ? null : await askForSign(options, signal)
    if (signal.aborted) return
    misses = failure ? misses + 1 : 0
    if (failure && misses > MISSES_BORNE) link.lostHeartbeat(failure)
    if (!failure) link.hasHeartbeat()
  }
}

/** Why no answer came; null: one came. */
async function askForSign({ client, timing }: HeartbeatOptions, signal: AbortSignal) {
  try {
    await client.ping(timing.heartbeatTimeoutMs, signal)
    return null
  } catch (error) {
    return failureOf(error)
  }
}
