import { z } from 'zod'
import { Count, Day, Id, textOrEmpty, UtcTime } from '#shared/domain/fields.ts'
import { LANGUAGES } from '../../std/languages.ts'
import { pageQuery } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { ExportQuery } from '../exports.ts'

/** Origin of a change. */
export const AuditSource = z.enum(['Page', 'Api', 'Till', 'Import', 'Job'])
export type AuditSource = z.infer<typeof AuditSource>

const Members = z.record(z.string(), z.unknown())

const AuditedChange = z
  .object({
    table: z.string().meta({ description: 'Table of the record: `products`, `productPrices`' }),
    id: z.string().nullable(),
    name: z.string().nullable(),
    was: Members.meta({
      description: 'Changed members before; empty: the record was created. Secrets are `***`',
    }),
    now: Members.meta({ description: 'Changed members after; empty: the record was deleted' }),
  })
  .meta({ id: 'AuditedChange' })

/** Entry of the audit log: a requested operation and its effects. */
export const AuditEntry = z
  .object({
    id: Id,
    at: UtcTime,
    accountId: Id.nullable(),
    employeeId: Id.nullable(),
    actorName: z.string().nullable().meta({ description: 'Name at that time' }),
    isSuperAdmin: z.boolean().meta({ description: 'true: a user of the platform, not of the organization' }),
    insideId: Id.nullable().meta({ description: 'Organization that a SuperAdmin worked in' }),
    insideName: z.string().nullable().meta({ description: 'Name at that time, also after it is deleted' }),
    source: AuditSource.nullable().meta({
      description:
        'Page: of the console. Api: another program. Till: an agent. Import: a file or another system. Job: in the background, for a user. null: made before the log recorded it',
    }),
    storeIds: z.array(Id).meta({ description: 'Stores that it concerns' }),
    reason: z.string().nullable(),
    action: z.string().meta({ description: 'Operation, such as `PUT /api/catalog/products/{id}`' }),
    kind: z.string().meta({ description: 'Resource, such as `products`' }),
    recordId: Id.nullable(),
    recordName: z.string().nullable(),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    changes: z.array(AuditedChange).meta({ description: 'First hundred changes' }),
    changedRecords: Count.meta({ description: 'Number of all changes' }),
    isSealed: z.boolean().meta({ description: 'true: nobody can change it unnoticed' }),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

/**
 * Page of the log. It has no total, and the next page continues after the last entry of this one: entries are
 * only ever added.
 */
const AuditLogPage = z
  .object({
    items: z.array(AuditEntry),
    next: z.string().nullable().meta({ description: 'Value for `after`; null: this was the last page' }),
  })
  .meta({ id: 'AuditLogPage' })

const filters = {
  accountId: Id.optional().meta({ description: 'Who' }),
  employeeId: Id.optional().meta({ description: 'Employee of the organization who made the change' }),
  person: textOrEmpty(255).optional().meta({ description: 'Part of the name of the author at that time' }),
  kind: textOrEmpty(64).optional(),
  recordId: Id.optional(),
  search: textOrEmpty(255).optional().meta({ description: 'Part of the name of a changed record' }),
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
    .meta({ description: 'The `next` of the previous page' }),
  pageSize: pageQuery.pageSize,
})
export type AuditLogQuery = z.output<typeof AuditLogQuery>

const AuditLogExportQuery = ExportQuery.extend({
  ...filters,
  language: z.enum(LANGUAGES).optional().meta({
    description: 'Language of headers and sentences; omitted: that of Accept-Language',
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
