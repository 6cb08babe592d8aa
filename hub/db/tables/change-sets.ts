import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ChangeCounts, ChangeOutcome, ChangeSetKind } from '#shared/contracts/catalog/change-sets.ts'
import { jsonColumn, timeColumn } from './columns.ts'
import { organizations } from './platform.ts'

/** What is being done to a change set; that the job of it has failed is told by the job. */
export type ChangeSetStep = 'Previewing' | 'Previewed' | 'Applying' | 'Applied' | 'Undoing' | 'Undone'

/** Values of a record by field, as columns keep them (hub/features/catalog/change-sets/change-kind.ts). */
export type FieldValues = Record<string, unknown>

/** Why a row was refused or left alone. */
export interface RowRefusal {
  code: string
  field: string | null
  detail: string
  /** Of a row of a file: what the words for the code name, and what stands in the column. */
  values?: Record<string, string | number>
  value?: string | null
}

/** A change of many records: previewed, applied by a job, undone by a job (docs/domain.md#change-sets). */
export const changeSets = pgTable(
  'change_sets',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    kind: text().$type<ChangeSetKind>().notNull(),
    step: text().$type<ChangeSetStep>().notNull().default('Previewed'),
    /** What was asked for, as the kind has it. */
    asked: jsonColumn<Record<string, unknown>>().notNull(),
    /** Of the rows, by outcome: written with each portion of them. */
    counts: jsonColumn<ChangeCounts>().notNull(),
    /** The job that previews, applies or undoes it. */
    jobId: uuid(),
    createdAt: timeColumn().notNull().defaultNow(),
    /** As they were called at that time, and so are the others. */
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

/** One record of a change set. */
export const changeSetRows = pgTable(
  'change_set_rows',
  {
    organizationId: uuid().notNull(),
    changeSetId: uuid().notNull(),
    /** From 1. */
    position: integer().notNull(),
    /** Of a file: where the row stands in it. */
    fileRow: integer(),
    /** null: the row of a file that is at fault. There is no foreign key: the record may be deleted. */
    recordId: uuid(),
    /** At the time of the preview. */
    name: text().notNull(),
    /** Of the record at the time of the preview; null: it is to be created. */
    version: integer(),
    outcome: text().$type<ChangeOutcome>().notNull(),
    /** The fields that change, before and after; null before: the record is to be created. */
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
