import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditSource } from '#shared/contracts/organization/audit-log.ts'
import { jsonColumn, timeColumn } from './columns.ts'
import { bytes } from './platform.ts'

/** One record that a deed has changed. Columns are named as in the database; secrets are masked. */
export interface AuditedChange {
  table: string
  id: string | null
  name: string | null
  /** What differed: nothing of a record that was created, nothing `now` of one that was deleted. */
  was: Record<string, unknown>
  now: Record<string, unknown>
}

/**
 * Who has changed what: a row for each deed, written by the database in its transaction (hub/db/sql/audit.sql). The hub
 * may only read it. What SuperAdmins do stands under the nil id, and under the organization too when they work in one.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    organizationId: uuid().notNull(),
    /** Of the deed. */
    id: uuid().notNull(),
    at: timeColumn().notNull(),
    accountId: uuid(),
    employeeId: uuid(),
    /** As they were called then. */
    actorName: text(),
    isSuperAdmin: boolean().notNull(),
    /** The organization that a SuperAdmin worked in; of rows of the platform. */
    insideId: uuid(),
    /** The name that it had then. */
    insideName: text(),
    /** Why, where a reason was asked for. */
    reason: text(),
    /** The operation: `PUT /api/catalog/products/{id}`. */
    action: text().notNull(),
    /** The resource: `products`. */
    kind: text().notNull(),
    recordId: uuid(),
    recordName: text(),
    /** The door through which it was done; null: it was done before the log kept it. */
    source: text().$type<AuditSource>(),
    /** The stores that it concerns; null: none, or it was done before the log kept them. */
    storeIds: uuid().array(),
    address: text(),
    userAgent: text(),
    changes: jsonColumn<AuditedChange[]>().notNull(),
    /** Of all records that were changed: `changes` tells of the first hundred. */
    changedRecords: integer().notNull(),
    /** Prices that got another value, among the records that `changes` does not tell of; null: none. */
    unnamedPrices: integer(),
    /** The number of the seal that covers it; null: it is to be sealed yet. */
    seal: bigint({ mode: 'number' }),
    /** Of the row as it was sealed: tells which row of a broken seal is not what it was. */
    hash: bytes(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('audit_log_at_idx').on(table.organizationId, table.at, table.id),
    index('audit_log_record_idx').on(table.organizationId, table.recordId, table.at),
    index('audit_log_account_idx').on(table.organizationId, table.accountId, table.at),
    index('audit_log_kind_idx').on(table.organizationId, table.kind, table.at),
    index('audit_log_employee_idx').on(table.organizationId, table.employeeId, table.at),
    index('audit_log_seal_idx').on(table.organizationId, table.seal),
  ],
)

/** Each covers some rows of the log and the seal before it: nothing of them can be changed unnoticed. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    organizationId: uuid().notNull(),
    number: bigint({ mode: 'number' }).notNull(),
    at: timeColumn().notNull(),
    rowCount: integer().notNull(),
    hash: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.number] })],
)
