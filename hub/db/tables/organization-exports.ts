import { bigint, foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timeColumn } from './columns.ts'
import { bytes, organizations } from './platform.ts'

/** An export of the whole organization. Its job has the progress. */
export const organizationExports = pgTable(
  'organization_exports',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    jobId: uuid().notNull(),
    /** Key in the file store. Null before the file is created and after it is deleted. */
    fileKey: text(),
    sizeBytes: bigint({ mode: 'number' }),
    /** Hash of the file. */
    sha256: bytes(),
    tables: integer(),
    rows: bigint({ mode: 'number' }),
    files: integer(),
    missingFiles: integer(),
    createdAt: timeColumn().notNull().defaultNow(),
    createdByName: text(),
    /** Time when the file is deleted. Null until the file is ready. */
    expiresAt: timeColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
)

/** Links for downloading an export once, by one client. They are looked up before the organization is known. */
export const exportLinks = pgTable(
  'export_links',
  {
    organizationId: uuid().notNull(),
    exportId: uuid().notNull(),
    tokenHash: bytes().notNull().unique('export_links_token_key'),
    /** Hash of the key given to the first download. Null until a download has started. */
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
