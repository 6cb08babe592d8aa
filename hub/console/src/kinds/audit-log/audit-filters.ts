import type { AuditSource } from '#shared/contracts/organization/audit-log.ts'

/** Filters of the audit log, as named in the page's URL. */
export const FILTERS = ['employeeId', 'person', 'kind', 'search', 'storeId', 'source', 'from', 'to'] as const
type Filter = (typeof FILTERS)[number]

export type AuditFilters = Partial<Record<Exclude<Filter, 'source'>, string>> & { source?: AuditSource }
/** Changes to the filters. Null removes a filter. */
export type ChangedFilters = Partial<Record<Filter, string | null>>
