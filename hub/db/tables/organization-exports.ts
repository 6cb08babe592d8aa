import { bigint, foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timeColumn } from './columns.ts'
import { bytes, organizations } from './platform.ts'

/** An export of the whole organization; how far it is stands with its job. */
export const organizationExports = pgTable(
  'organization_exports',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    jobId: uuid().notNull(),
    /** In the file store; null: it is not there yet, or no more. */
    fileKey: text(),
    sizeBytes: bigint({ mode: 'number' }),
    /** Of the file. */
    sha256: bytes(),
    tables: integer(),
    rows: bigint({ mode: 'number' }),
    files: integer(),
    missingFiles: integer(),
    createdAt: timeColumn().notNull().defaultNow(),
    createdByName: text(),
    /** When the file is deleted; null: it is not ready. */
    expiresAt: timeColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
)

/** Where an export can be downloaded once, by one client; read before the organization is known. */
export const exportLinks = pgTable(
  'export_links',
  {
    organizationId: uuid().notNull(),
    exportId: uuid().notNull(),
    tokenHash: bytes().notNull().unique('export_links_token_key'),
    /** Of the key that the first download was given; null: nobody has begun one. */
    claimHash: bytes(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.exportId] }),
    foreignKey({
      columns: [table.organizationId, table.exportId],
      foreignColumns: [organizationExports.organizationId, organizationExports.id],
    }).onDelete('cascade'),
  ],
)
