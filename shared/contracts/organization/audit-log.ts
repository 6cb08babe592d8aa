import { z } from 'zod'
import { LANGUAGES } from '../../std/languages.ts'
import { Count, Day, Id, pageQuery, textOrEmpty, UtcTime } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { ExportQuery } from '../exports.ts'

/** The door through which a deed was done. */
export const AuditSource = z.enum(['Page', 'Api', 'Till', 'Import', 'Job'])
export type AuditSource = z.infer<typeof AuditSource>

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
    insideName: z.string().nullable().meta({ description: 'As it was called then, also once it is deleted' }),
    source: AuditSource.nullable().meta({
      description:
        'Page: of the console. Api: another program. Till: an agent. Import: a file or another system. Job: in the background, for a person. null: done before the log kept it',
    }),
    storeIds: z.array(Id).meta({ description: 'The stores that it concerns' }),
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
  employeeId: Id.optional().meta({ description: 'Who, of the organization' }),
  person: textOrEmpty(255).optional().meta({ description: 'A part of their name, as they were called then' }),
  kind: textOrEmpty(64).optional(),
  recordId: Id.optional(),
  search: textOrEmpty(255)
    .optional()
    .meta({ description: 'A part of the name of a record that was changed' }),
  storeId: Id.optional(),
  source: AuditSource.optional(),
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

export const AuditLogExportQuery = ExportQuery.extend({
  ...filters,
  language: z.enum(LANGUAGES).optional().meta({
    description: 'Of headers and sentences; left out: that of Accept-Language',
  }),
})

export const AUDIT_LOG = endpoint({
  method: 'get',
  path: '/api/admin/audit-log',
  query: AuditLogQuery,
  answer: AuditLogPage,
})
export const EXPORT_AUDIT_LOG = endpoint({
  method: 'post',
  path: '/api/admin/audit-log/export',
  query: AuditLogExportQuery,
  answer: null,
})
export const PLATFORM_AUDIT_LOG = endpoint({ ...AUDIT_LOG, path: '/api/super-admin/audit-log' })
