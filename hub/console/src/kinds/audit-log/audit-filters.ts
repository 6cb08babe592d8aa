import type { AuditSource } from '#shared/contracts/organization/audit-log.ts'

/** Filters of the log, as named in the address of the page. */
export const FILTERS = ['employeeId', 'person', 'kind', 'search', 'storeId', 'source', 'from', 'to'] as const
type Filter = (typeof FILTERS)[number]

export type AuditFilters = Partial<Record<Exclude<Filter, 'source'>, string>> & { source?: AuditSource }
/** Changed filters; null removes a filter. */
export type ChangedFilters = Partial<Record<Filter, string | null>>
