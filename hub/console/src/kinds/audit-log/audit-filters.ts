import type { AuditSource } from '#shared/contracts/organization/audit-log.ts'

/** The filters of the log, as the address of the page has them. */
export const FILTERS = ['employeeId', 'person', 'kind', 'search', 'storeId', 'source', 'from', 'to'] as const
type Filter = (typeof FILTERS)[number]

export type AuditFilters = Partial<Record<Exclude<Filter, 'source'>, string>> & { source?: AuditSource }
/** null: no longer filtered by it. */
export type ChangedFilters = Partial<Record<Filter, string | null>>
