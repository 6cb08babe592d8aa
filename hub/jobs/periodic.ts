import type { HubCore } from '#hub/core.ts'
import { sleep } from '#shared/std/retry.ts'

/**
 * Runs `work` at once and every `everyMs` until the hub stops. A failure is retried at the next run. Several
 * hub processes run it concurrently: `work` must be idempotent. Returns a function that waits for its end.
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
  // At start the jobs request connections one after another, not all at once.
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
