import { AUDIT_LOG } from '#shared/contracts/organization/audit-log.ts'
import { AuditLog } from '../kinds/audit-log/audit-log.tsx'

export const Page = () => <AuditLog endpoint={AUDIT_LOG} />
