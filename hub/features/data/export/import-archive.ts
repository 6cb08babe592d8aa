import { eq, or, sql } from 'drizzle-orm'
import pg from 'pg'
import { accounts } from '#hub/db/tables/platform.ts'
import type { Database, Tx } from '#hub/db/transact.ts'
import { keyOfAddress } from '#hub/features/uploads/image-files.ts'
import type { FileStore } from '#hub/files/file-store.ts'
import { parseJson } from '#shared/json/json-limits.ts'
import { Problem } from '#shared/problems/problem.ts'
import { StartError } from '#shared/std/start-error.ts'
import { Archive, type Entries } from './archive.ts'
import { filePath, tablePath } from './entry-paths.ts'
import { EXPORTED_TABLES, type ExportedTable, fillOmitted, READ_ONLY } from './exported-tables.ts'
import type { Manifest } from './manifest.ts'

const IMAGE_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pbm: 'image/x-portable-bitmap',
}

export interface ImportedArchive {
  organization: Manifest['organization']
  tables: number
  rows: number
  files: number
}

/**
 * Restores the organization of an archive in one transaction, after verifying all checksums. The hub must not
 * have the organization yet. Archives contain no passwords, PINs or keys of tills. Throws StartError with a
 * one-sentence message.
 */
export async function importArchive(db: Database, files: FileStore, path: string): Promise<ImportedArchive> {
  await using archive = await Archive.open(path)
  try {
    const { organization, manifest, tables } = await archive.check((manifest) => {
      refuseFilesOfOthers(manifest)
      const tables = manifest.tables.map((listed) => ({ listed, table: knownTable(listed) }))
      return { organization: manifest.organization, manifest, tables }
    })
    await archive.read(manifest.files.map(filePath), async (entries) => {
      for (const key of manifest.files) {
        const type = IMAGE_TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
        await files.put(key, await entries.bytes(filePath(key)), type)
      }
    })
    const brought = tables.filter(({ listed }) => !READ_ONLY.includes(listed.name))
    let rows = 0
    await db.transact(organization.id, (tx) =>
      archive.read([ACCOUNTS, ...brought.flatMap(({ table }) => pathsOf(table))], async (entries) => {
        rows = 0
        await refuseKnown(tx, entries)
        for (const { listed, table } of brought) rows += await insertTable(tx, entries, table, listed.columns)
        await markAllDays(tx)
      }),
    )
    await gatherStatistics(db, tables)
    return { organization, tables: tables.length, rows, files: manifest.files.length }
  } catch (error) {
    throw inWords(error)
  }
}

const ACCOUNTS = tablePath('accounts', 'jsonl')

/** Returns the paths to read. A table with references to itself is read twice. */
function pathsOf({ name, selfReferences }: ExportedTable): string[] {
  const path = tablePath(name, 'jsonl')
  return selfReferences.length > 0 ? [path, path] : [path]
}

const hasColumn = ({ columns }: ExportedTable, name: string): boolean =>
  columns.some((column) => column.name === name)

/** Returns the table. Throws StartError for a table or column that only a newer hub knows. */
function knownTable({ name, columns }: Manifest['tables'][number]): ExportedTable {
  const table = EXPORTED_TABLES.find((each) => each.name === name)
  const unknown = columns.filter((column) => !(table && hasColumn(table, column)))
  if (table && unknown.length === 0) return table
  const what = table ? `${name}.${unknown[0]}` : name
  throw new StartError(`This hub does not know ${what}: the archive is of a newer version`)
}

/**
 * Throws StartError unless all files are in the folder of the organization. All organizations share one file
 * store.
 */
function refuseFilesOfOthers({ files, organization }: Manifest): void {
  const other = files.find(
    (key) => !keyOfAddress(key.replace(/^uploads\//, ''))?.startsWith(`uploads/${organization.id}/`),
  )
  if (other !== undefined) throw new StartError(`${other} is no file of the organization`)
}

/**
 * Throws StartError when the hub already has the organization, or an account that shares only the id or only
 * the email address with one in the archive.
 */
async function refuseKnown(tx: Tx, entries: Entries): Promise<void> {
  const { rows } = await tx.execute(sql`SELECT FROM organizations WHERE id = ${tx.organizationId}`)
  if (rows.length > 0) throw new StartError('This hub has the organization already')
  for await (const line of entries.lines(ACCOUNTS)) {
    const { id, email } = parseJson(line) as { id: string; email: string }
    const [other] = await tx
      .select()
      .from(accounts)
      .where(or(eq(accounts.id, id), eq(accounts.email, email)))
    if (other && (other.id !== id || other.email !== email))
      throw new StartError(`The address ${email} belongs to somebody else on this hub`)
  }
}

async function insertTable(
  tx: Tx,
  entries: Entries,
  table: ExportedTable,
  columns: readonly string[],
): Promise<number> {
  const { name, selfReferences } = table
  const filled = await fillOmitted(name)
  if (name === 'accounts') filled.organization_id = tx.organizationId
  const isShared = name === 'accounts' || name === 'units_of_measure'
  const path = tablePath(name, 'jsonl')
  const kept = columns.filter((column) => hasColumn(table, column))
  const names = [...kept, ...Object.keys(filled)].map((column) => sql.identifier(column))
  let rows = 0
  for await (const portion of entries.portions(path)) {
    rows += portion.length
    await tx.execute(sql`
      INSERT INTO ${sql.identifier(name)} (${sql.join(names, sql`, `)})
      SELECT ${sql.join(
        names.map((column) => sql`r.${column}`),
        sql`, `,
      )}
      FROM jsonb_array_elements(${`[${portion.join(',')}]`}::jsonb) WITH ORDINALITY AS line (told, place)
      CROSS JOIN LATERAL jsonb_populate_record(NULL::${sql.identifier(name)},
        line.told || ${JSON.stringify(Object.assign(Object.fromEntries(selfReferences.map((column) => [column, null])), filled))}::jsonb) AS r
      ORDER BY line.place
      ${isShared ? sql`ON CONFLICT DO NOTHING` : sql``}`)
  }
  if (selfReferences.length > 0)
    for await (const portion of entries.portions(path)) await referToItself(tx, table, portion)
  return rows
}

/** Sets the columns that refer to the same table, after all its rows exist. A row can refer to a later row. */
async function referToItself(
  tx: Tx,
  { name, selfReferences }: ExportedTable,
  portion: string[],
): Promise<void> {
  for (const reference of selfReferences) {
    const column = sql.identifier(reference)
    await tx.execute(sql`
      UPDATE ${sql.identifier(name)} AS t SET ${column} = (line.told ->> ${reference})::uuid
      FROM jsonb_array_elements(${`[${portion.join(',')}]`}::jsonb) AS line (told)
      WHERE t.organization_id = ${tx.organizationId} AND t.id = (line.told ->> 'id')::uuid
        AND line.told ->> ${reference} IS NOT NULL`)
  }
}

/** Marks all days dirty. Their sums are not in the archive and must be computed (hub/day-sums/mark-days.ts). */
async function markAllDays(tx: Tx): Promise<void> {
  const id = tx.organizationId
  await tx.execute(sql`
    INSERT INTO dirty_days (organization_id, id, day, store_id)
    SELECT o.id, gen_random_uuid(), (moved.moment AT TIME ZONE o.time_zone)::date, moved.store_id
    FROM organizations AS o CROSS JOIN (
      SELECT date AS moment, store_id FROM retail_sales WHERE organization_id = ${id} AND status = 'Posted'
      UNION ALL
      SELECT date, store_id FROM documents
      WHERE organization_id = ${id} AND type = 'Demand' AND status = 'Posted' AND store_id IS NOT NULL
      UNION ALL
      SELECT moment, store_id FROM stock_movements WHERE organization_id = ${id}
    ) AS moved
    WHERE o.id = ${id}
    GROUP BY o.id, 3, 4`)
}

/**
 * Collects table statistics at once. PostgreSQL would do it a minute later, and until then reports would be
 * planned for empty tables and take minutes.
 */
async function gatherStatistics(db: Database, tables: readonly { table: ExportedTable }[]): Promise<void> {
  const names = tables.map(({ table }) => table.name)
  await db.platform(async (tx) => {
    await tx.execute(sql`SET LOCAL statement_timeout = '15min'`)
    await tx.execute(sql`SELECT platform_gather_statistics(${sql.param(names)}::text[])`)
  })
}

/** Converts file errors and constraint violations to one-sentence StartErrors. Returns other errors unchanged. */
function inWords(error: unknown): unknown {
  if (error instanceof Problem) return new StartError(`The archive: ${error.options.errors?.[0]?.detail}`)
  if (!(error instanceof pg.DatabaseError) || !error.constraint) return error
  return new StartError(`The archive does not fit this hub: ${error.message}`)
}
