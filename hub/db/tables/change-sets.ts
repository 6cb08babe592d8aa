import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ChangeCounts, ChangeOutcome, ChangeSetKind } from '#shared/contracts/catalog/change-sets.ts'
import { jsonColumn, timeColumn } from './columns.ts'
import { organizations } from './platform.ts'

/** Step of a change set. Failures are recorded by its job. */
export type ChangeSetStep = 'Previewing' | 'Previewed' | 'Applying' | 'Applied' | 'Undoing' | 'Undone'

/** Values of a record by field, as stored in the columns (hub/features/catalog/change-sets/change-kind.ts). */
export type FieldValues = Record<string, unknown>

/** Reason why a row was refused or left alone. */
export interface RowRefusal {
  code: string
  field: string | null
  detail: string
  /** For a row of a file: the values used in the text for the code. `value` is the content of the column. */
  values?: Record<string, string | number>
  value?: string | null
}

/**
 * A change to many records. It is previewed, applied by a job, and can be undone by a job
 * (docs/domain.md#change-sets).
 */
export const changeSets = pgTable(
  'change_sets',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    kind: text().$type<ChangeSetKind>().notNull(),
    step: text().$type<ChangeSetStep>().notNull().default('Previewed'),
    /** Requested change, in the format of its kind. */
    asked: jsonColumn<Record<string, unknown>>().notNull(),
    /** Numbers of rows by outcome, updated with each batch of rows. */
    counts: jsonColumn<ChangeCounts>().notNull(),
    /** Job that previews, applies or undoes the change set. */
    jobId: uuid(),
    createdAt: timeColumn().notNull().defaultNow(),
    /** Name that the employee had at `createdAt`. */
    createdByName: text().notNull(),
    appliedAt: timeColumn(),
    appliedByName: text(),
    undoneAt: timeColumn(),
    undoneByName: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    index('change_sets_created_idx').on(table.organizationId, table.createdAt, table.id),
  ],
)

/** A record of a change set. */
export const changeSetRows = pgTable(
  'change_set_rows',
  {
    organizationId: uuid().notNull(),
    changeSetId: uuid().notNull(),
    /** Position in the change set, starting at 1. */
    position: integer().notNull(),
    /** Row number in the file, for an import. */
    fileRow: integer(),
    /** Null when the row of the file is invalid. It is not a foreign key, because the record can be deleted. */
    recordId: uuid(),
    /** Name of the record at the time of the preview. */
    name: text().notNull(),
    /** Version of the record at the time of the preview. Null for a record to be created. */
    version: integer(),
    outcome: text().$type<ChangeOutcome>().notNull(),
    /** Changed fields, before and after. `before` is null for a record to be created. */
    before: jsonColumn<FieldValues | null>(),
    after: jsonColumn<FieldValues>().notNull(),
    refusal: jsonColumn<RowRefusal | null>(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.changeSetId, table.position] }),
    foreignKey({
      columns: [table.organizationId, table.changeSetId],
      foreignColumns: [changeSets.organizationId, changeSets.id],
    }).onDelete('cascade'),
    index('change_set_rows_outcome_idx').on(
      table.organizationId,
      table.changeSetId,
      table.outcome,
      table.position,
    ),
  ],
)
