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

/** Credentials of an organization for its external accounting system. */
export const extsysSettings = pgTable(
  'extsys_settings',
  {
    organizationId: uuid().primaryKey(),
    ...changeColumns(),
    authKind: text().$type<ExtsysSettings['authKind']>().notNull(),
    login: text(),
    /** Sealed token or password. Null after it was removed. */
    secret: text(),
  },
  (table) => [foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] })],
)

/** An import from the external accounting system, with its progress. */
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
    /** Time from which changes are read, in the format of the external system. Null to read everything. */
    since: text(),
    /** Offset of the next page. */
    nextOffset: integer().notNull().default(0),
    total: integer(),
    /** Latest change time seen so far. */
    changedUntil: text(),
    counts: jsonColumn<ExtsysCounts>().notNull(),
    notes: jsonColumn<ExtsysNote[]>().notNull().default([]),
    notesTotal: integer().notNull().default(0),
    /** For products: the import of the rows (hub/features/catalog/product-imports/). */
    importId: uuid(),
    /** Time when everything was read and, for counterparties, written. */
    endedAt: timeColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    index('extsys_runs_entity_idx').on(table.organizationId, table.entity, table.createdAt),
  ],
)

/** Products that were read but not imported yet, as cells of a file. */
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
