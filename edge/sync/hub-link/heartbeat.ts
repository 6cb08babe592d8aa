import { sleep } from '#shared/std/retry.ts'
import type { Timing } from '../timing.ts'
import type { HubClient } from './hub-client.ts'
import { failureOf } from './hub-failure.ts'
import type { HubLink } from './hub-link.ts'

/** Number of tolerated missed responses. One late response means a slow connection, two in a row mean a hung hub. */
const MISSES_BORNE = 1
/** Time in ms without a request for the connection state after which no page is assumed to be open. */
const UNWATCHED_AFTER_MS = 30_000

export interface HeartbeatOptions {
  client: HubClient
  link: HubLink
  timing: Timing
}

/**
 * Pings the hub when nothing else was received from it, because a long poll looks the same as a hung hub. A
 * hung hub counts as offline after heartbeatMs + 2 × heartbeatTimeoutMs (docs/faults.md F55). It pings only
 * while a page shows the connection, so that closed shops do not load the hub.
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

/** Pings the hub. Returns the failure, or null when the hub responded. */
async function askForSign({ client, timing }: HeartbeatOptions, signal: AbortSignal) {
  try {
    await client.ping(timing.heartbeatTimeoutMs, signal)
    return null
  } catch (error) {
    return failureOf(error)
  }
}
