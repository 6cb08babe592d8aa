import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { AuditSource } from '#shared/contracts/organization/audit-log.ts'
import { jsonColumn, timeColumn } from './columns.ts'
import { bytes } from './platform.ts'

/** A record changed by a command. Columns are named as in the database, and secrets are masked. */
export interface AuditedChange {
  table: string
  id: string | null
  name: string | null
  /** Values that changed. `was` is empty for a created record, `now` for a deleted one. */
  was: Record<string, unknown>
  now: Record<string, unknown>
}

/**
 * Audit log with a row for each change, written by the database in the same transaction
 * (hub/db/sql/audit.sql). The hub can only read it. Changes by SuperAdmins are stored under the nil id, and
 * also under the organization when they work in one.
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
    /** Name of the actor at the time of the change. */
    actorName: text(),
    isSuperAdmin: boolean().notNull(),
    /** Organization in which a SuperAdmin worked. Set only in rows of the platform. */
    insideId: uuid(),
    /** Name of the organization in `insideId` at the time of the change. */
    insideName: text(),
    /** Reason, where one was required. */
    reason: text(),
    /** Operation, such as `PUT /api/catalog/products/{id}`. */
    action: text().notNull(),
    /** Resource, such as `products`. */
    kind: text().notNull(),
    recordId: uuid(),
    recordName: text(),
    /** Entry point of the change. Null for changes older than this column. */
    source: text().$type<AuditSource>(),
    /** Stores that the change concerns. Null when there are none, or when the change is older than this column. */
    storeIds: uuid().array(),
    address: text(),
    userAgent: text(),
    changes: jsonColumn<AuditedChange[]>().notNull(),
    /** Total number of changed records. `changes` lists the first hundred. */
    changedRecords: integer().notNull(),
    /** Number of changed prices among the records that `changes` does not list. Null when there are none. */
    unnamedPrices: integer(),
    /** Number of the seal that covers the row. Null until it is sealed. */
    seal: bigint({ mode: 'number' }),
    /** Hash of the row when it was sealed. It shows which row of a broken seal was altered. */
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

/** Seals of the log. Each covers some rows and the previous seal, so that no row can be changed unnoticed. */
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
