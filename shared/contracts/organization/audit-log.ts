import { z } from 'zod'
import { Count, Day, Id, pageQuery, textOrEmpty, UtcTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { ExportQuery } from '../exports.ts'

const Members = z.record(z.string(), z.unknown())

export const AuditedChange = z
  .object({
    table: z.string().meta({ description: 'Where the record is kept: `products`, `productPrices`' }),
    id: z.string().nullable(),
    name: z.string().nullable(),
    was: Members.meta({ description: 'What differed, before; empty: it was created. Secrets are `***`' }),
    now: Members.meta({ description: 'The same, after; empty: it was deleted' }),
  })
  .meta({ id: 'AuditedChange' })

/** One deed: what somebody asked for and what changed by it. */
export const AuditEntry = z
  .object({
    id: Id,
    at: UtcTime,
    accountId: Id.nullable(),
    employeeId: Id.nullable(),
    actorName: z.string().nullable().meta({ description: 'As they were called then' }),
    isSuperAdmin: z.boolean().meta({ description: 'Somebody of the platform, not of the organization' }),
    insideId: Id.nullable().meta({ description: 'The organization that a SuperAdmin worked in' }),
    reason: z.string().nullable(),
    action: z.string().meta({ description: 'The operation: `PUT /api/catalog/products/{id}`' }),
    kind: z.string().meta({ description: 'The resource: `products`' }),
    recordId: Id.nullable(),
    recordName: z.string().nullable(),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    changes: z.array(AuditedChange).meta({ description: 'The first hundred' }),
    changedRecords: Count.meta({ description: 'All of them' }),
    isSealed: z.boolean().meta({ description: 'From then on nobody changes it unnoticed' }),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

/** The log only grows: it is read on from where a page ended, and never counted. */
export const AuditLogPage = z
  .object({
    items: z.array(AuditEntry),
    next: z.string().nullable().meta({ description: 'For `after`; null: this was the last page' }),
  })
  .meta({ id: 'AuditLogPage' })

const filters = {
  accountId: Id.optional().meta({ description: 'Who' }),
  kind: textOrEmpty(64).optional(),
  recordId: Id.optional(),
  action: textOrEmpty(255).optional(),
  from: Day.optional().meta({ description: 'First day, in the time zone of the organization' }),
  to: Day.optional().meta({ description: 'Last day, included' }),
}

export const AuditLogQuery = z.object({
  ...filters,
  after: z
    .string()
    .regex(/^\d{1,15}:[0-9a-f-]{36}$/)
    .optional()
    .meta({ description: 'The `next` of the page before' }),
  pageSize: pageQuery.pageSize,
})
export type AuditLogQuery = z.output<typeof AuditLogQuery>

export const AuditLogExportQuery = ExportQuery.extend(filters)

export const AUDIT_LOG = endpoint({
  method: 'get',
  path: '/api/admin/audit-log',
  query: AuditLogQuery,
  answer: AuditLogPage,
})
export const PLATFORM_AUDIT_LOG = endpoint({ ...AUDIT_LOG, path: '/api/super-admin/audit-log' })
