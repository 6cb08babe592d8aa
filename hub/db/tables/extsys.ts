import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type {
  ExtsysCounts,
  ExtsysEntity,
  ExtsysImportOptions,
  ExtsysNote,
  ExtsysSettings,
} from '#shared/contracts/organization/extsys.ts'
import { changeColumns, jsonColumn, timeColumn } from './columns.ts'
import { organizations } from './platform.ts'

/** How an organization signs in to its external accounting system. */
export const extsysSettings = pgTable(
  'extsys_settings',
  {
    organizationId: uuid().primaryKey(),
    ...changeColumns(),
    authKind: text().$type<ExtsysSettings['authKind']>().notNull(),
    login: text(),
    /** The token or the password; sealed. null: there is none any more. */
    secret: text(),
  },
  (table) => [foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] })],
)

/** An import from the external accounting system, and how far it has come. */
export const extsysRuns = pgTable(
  'extsys_runs',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    createdAt: timeColumn().notNull().defaultNow(),
    createdById: uuid(),
    createdByName: text(),
    jobId: uuid(),
    entity: text().$type<ExtsysEntity>().notNull(),
    options: jsonColumn<ExtsysImportOptions>().notNull(),
    /** What was changed there from this time on is read, in words of the system; null: everything. */
    since: text(),
    /** Where the next page begins. */
    nextOffset: integer().notNull().default(0),
    total: integer(),
    /** The latest time of a change that was seen. */
    changedUntil: text(),
    counts: jsonColumn<ExtsysCounts>().notNull(),
    notes: jsonColumn<ExtsysNote[]>().notNull().default([]),
    notesTotal: integer().notNull().default(0),
    /** Of products: what was read is imported as a file (hub/features/catalog/product-imports/). */
    importId: uuid(),
    /** Everything was read and, of counterparties, written. */
    endedAt: timeColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    index('extsys_runs_entity_idx').on(table.organizationId, table.entity, table.createdAt),
  ],
)

/** Products that were read and not imported yet, as the cells of a file. */
export const extsysPages = pgTable(
  'extsys_pages',
  {
    organizationId: uuid().notNull(),
    runId: uuid().notNull(),
    position: integer().notNull(),
    rows: jsonColumn<string[][]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.runId, table.position] }),
    foreignKey({
      columns: [table.organizationId, table.runId],
      foreignColumns: [extsysRuns.organizationId, extsysRuns.id],
    }).onDelete('cascade'),
  ],
)
