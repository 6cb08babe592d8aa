import { lt } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { jobProcesses } from '#hub/db/tables/platform-settings.ts'
import { newId } from '#shared/std/ids.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 60_000
/** Time in ms after its last report when a process is considered stopped. */
export const JOBS_SEEN_MS = 3 * EVERY_MS

/** Reports every minute that this process runs background jobs (hub/features/platform/setup). */
export function reportJobProcess(hub: HubCore): () => Promise<void> {
  const id = newId()
  return startPeriodic(hub, 'report of a process that does jobs', EVERY_MS, () =>
    hub.db.platform(async (tx) => {
      const seenAt = new Date()
      await tx
        .insert(jobProcesses)
        .values({ id, seenAt })
        .onConflictDoUpdate({ target: jobProcesses.id, set: { seenAt } })
      await tx.delete(jobProcesses).where(lt(jobProcesses.seenAt, new Date(seenAt.getTime() - JOBS_SEEN_MS)))
    }),
  )
}
