import { PLATFORM_AUDIT_LOG } from '#shared/contracts/organization/audit-log.ts'
import { AuditLog } from '../kinds/audit-log/audit-log.tsx'

/** Page of the changes made by SuperAdmins. */
export const Page = () => <AuditLog endpoint={PLATFORM_AUDIT_LOG} />
