import { sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { startPeriodic } from './periodic.ts'

const EVERY_MS = 60_000
/** Minimum age of sealed rows. A transaction that started earlier and commits later is sealed next time. */
const SETTLED_MS = 10_000

/**
 * Starts sealing new audit log rows periodically, so that changes of them can be detected
 * (docs/security/audit-log.md).
 */
export function startAuditSeals(hub: HubCore): () => Promise<void> {
  return startPeriodic(hub, 'audit-seals', EVERY_MS, () => sealAuditLogs(hub, new Date()))
}

/** Seals the audit logs of all organizations and of the platform. */
export async function sealAuditLogs(
  { db, stopping }: Pick<HubCore, 'db' | 'stopping'>,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() - SETTLED_MS).toISOString()
  const { rows } = await db.platform((tx) =>
    tx.execute<{ id: string }>(sql`SELECT id FROM audit_unsealed(${until}) AS id`),
  )
  for (const { id } of rows) {
    if (stopping.aborted) return
    await db.platform((tx) => tx.execute(sql`SELECT audit_seal(${id}, ${until}, ${now.toISOString()})`))
  }
}
