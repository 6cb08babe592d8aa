import type { HubCore } from '#hub/core.ts'
import { sleep } from '#shared/std/retry.ts'

/**
 * Runs `work` at once and then every `everyMs` until the hub stops. A failure is retried in the next run.
 * Several hub processes can run it concurrently, so `work` must be idempotent. Returns a function that waits
 * for the end of the last run.
 */
export function startPeriodic(
  hub: Pick<HubCore, 'log' | 'stopping' | 'pace'>,
  job: string,
  everyMs: number,
  work: () => Promise<void>,
): () => Promise<void> {
  const running = run(hub, job, everyMs, work)
  return () => running
}

async function run(
  hub: Pick<HubCore, 'log' | 'stopping' | 'pace'>,
  job: string,
  everyMs: number,
  work: () => Promise<void>,
): Promise<void> {
  // Yields at startup, so that the jobs request connections one after another.
  await sleep(1, hub.stopping)
  while (!hub.stopping.aborted) {
    try {
      await work()
    } catch (error) {
      hub.log.warn({ err: error, job }, 'a job failed, will retry')
    }
    await sleep(everyMs * hub.pace, hub.stopping)
  }
}
