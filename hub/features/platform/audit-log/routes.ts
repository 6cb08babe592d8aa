import { NIL } from 'uuid'
import type { Tx } from '#hub/db/transact.ts'
import { presentAuditEntry } from '#hub/features/operations/audit-log/present.ts'
import { listAuditLog } from '#hub/features/operations/audit-log/queries.ts'
import { listRoute, type ReadScope } from '#hub/http/operations.ts'
import { PLATFORM_AUDIT_LOG } from '#shared/contracts/organization/audit-log.ts'

/** Read scope of rows that belong to no organization. */
const OF_THE_PLATFORM: ReadScope<Tx> = {
  read: async (c, work) => {
    await c.var.actor()
    return c.get('hub').db.read(NIL, work)
  },
}

export const platformAuditLogRoutes = listRoute(
  {
    ...PLATFORM_AUDIT_LOG,
    may: 'super-admin',
    tag: 'Platform: audit log',
    summary: 'List changes by SuperAdmins, on the platform and in organizations, the latest first',
    description: 'Days are in UTC.',
    list: listAuditLog,
    present: presentAuditEntry,
  },
  OF_THE_PLATFORM,
)
