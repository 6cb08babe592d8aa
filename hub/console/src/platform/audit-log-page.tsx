import { PLATFORM_AUDIT_LOG } from '#shared/contracts/organization/audit-log.ts'
import { AuditLog } from '../kinds/audit-log/audit-log.tsx'

/** What SuperAdmins have changed. */
export const Page = () => <AuditLog endpoint={PLATFORM_AUDIT_LOG} />
