import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditSource } from '#shared/contracts/organization/audit-log.ts'
import { jsonColumn, timeColumn } from './columns.ts'
import { bytes } from './platform.ts'

/** One record that a command has changed. Columns are named as in the database; secrets are masked. */
export interface AuditedChange {
  table: string
  id: string | null
  name: string | null
  /** Values that differed. `was` is empty for a record that was created, `now` for one that was deleted. */
  was: Record<string, unknown>
  now: Record<string, unknown>
}

/**
 * Audit log: a row for each change, written by the database in the same transaction (hub/db/sql/audit.sql).
 * The hub may only read it. Changes by SuperAdmins are stored under the nil id, and also under the
 * organization when they work in one.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    organizationId: uuid().notNull(),
    /** Id of the change. */
    id: uuid().notNull(),
    at: timeColumn().notNull(),
    accountId: uuid(),
    employeeId: uuid(),
    /** Name of the actor at that time. */
    actorName: text(),
    isSuperAdmin: boolean().notNull(),
    /** Organization that a SuperAdmin worked in; only in rows of the platform. */
    insideId: uuid(),
    /** Name of that organization at that time. */
    insideName: text(),
    /** Reason, where one was required. */
    reason: text(),
    /** Operation: `PUT /api/catalog/products/{id}`. */
    action: text().notNull(),
    /** Resource: `products`. */
    kind: text().notNull(),
    recordId: uuid(),
    recordName: text(),
    /** Entry point of the change; null for changes older than this column. */
    source: text().$type<AuditSource>(),
    /** Stores that the change concerns; null: none, or the change is older than this column. */
    storeIds: uuid().array(),
    address: text(),
    userAgent: text(),
    changes: jsonColumn<AuditedChange[]>().notNull(),
    /** Number of all changed records. `changes` lists the first hundred. */
    changedRecords: integer().notNull(),
    /** Number of changed prices among the records that `changes` does not list; null: none. */
    unnamedPrices: integer(),
    /** Number of the seal that covers the row; null: not sealed yet. */
    seal: bigint({ mode: 'number' }),
    /** Hash of the row as it was sealed: shows which row of a broken seal was altered. */
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

/** Seals of the log. Each covers some rows and the seal before it: no row can be changed unnoticed. */
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
