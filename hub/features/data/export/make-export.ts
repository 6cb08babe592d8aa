import type { FileHandle } from 'node:fs/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { HubCore } from '#hub/core.ts'
import { organizationExports } from '#hub/db/tables/organization-exports.ts'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Database, Tx } from '#hub/db/transact.ts'
import { type FileStore, newFileKey } from '#hub/files/file-store.ts'
import type { TempFiles } from '#hub/files/temp-files.ts'
import { doJobs, type JobResult, type Run } from '#hub/jobs/do-jobs.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { EXPORT_HOURS } from '#shared/contracts/organization/organization-export.ts'
import { must } from '#shared/std/must.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { filePath, MANIFEST, tablePath } from './entry-paths.ts'
import { listFileKeys } from './exported-files.ts'
import { EXPORTED_TABLES } from './exported-tables.ts'
import { ARCHIVE_FORMAT, type Manifest } from './manifest.ts'
import { readMe } from './read-me.ts'
import { csvLines, jsonLines } from './read-table.ts'

export interface Exporter extends HubCore {
  /** Database with its own connections, because an export holds one for the whole read. */
  downloads: Database
  files: FileStore
  tempFiles: TempFiles
  jobs: JobQueue
}

export const ARCHIVE_TYPE = 'application/zip'

/** Registers the job that exports an organization. */
export function doExports(hub: Exporter): void {
  doJobs(hub, 'organization-export', (data, run) =>
    makeExport(hub, { ...data, keptHours: EXPORT_HOURS }, run),
  )
}

interface WantedExport {
  organizationId: string
  exportId: string
  keptHours: number
}

/** Makes the export. Does nothing when it already exists. */
export async function makeExport(
  hub: Exporter,
  { organizationId, exportId, keptHours }: WantedExport,
  run: Run,
): Promise<JobResult> {
  const own = and(
    eq(organizationExports.organizationId, organizationId),
    eq(organizationExports.id, exportId),
  )
  const [row] = await hub.db.read(organizationId, (tx) => tx.select().from(organizationExports).where(own))
  // An earlier run completed the export but died before it could report the end.
  if (!row || row.fileKey) return { exportId }
  const file = await hub.tempFiles.create()
  try {
    const made = await writeArchive(hub, organizationId, file, run)
    const { sizeBytes } = made.archive
    const fileKey = `exports/${organizationId}/${newFileKey()}.zip`
    const open = () => file.createReadStream({ start: 0, autoClose: false })
    await hub.files.put(fileKey, { sizeBytes, open }, ARCHIVE_TYPE)
    await hub.db.transact(organizationId, (tx) =>
      tx
        .update(organizationExports)
        .set({
          fileKey,
          sizeBytes,
          sha256: made.archive.sha256,
          tables: made.manifest.tables.length,
          rows: made.manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
          files: made.manifest.files.length,
          missingFiles: made.manifest.missingFiles.length,
          expiresAt: sql`now() + make_interval(hours => ${keptHours}::integer)`,
        })
        .where(own),
    )
    return { exportId, sizeBytes }
  } finally {
    await file.close()
  }
}

/**
 * Writes a consistent state of all tables, read in one transaction. Images are immutable, so they are read
 * afterwards.
 */
async function writeArchive(hub: Exporter, organizationId: string, file: FileHandle, run: Run) {
  const at = new Date()
  const archive = new ArchiveWriter(file, at)
  const { organization, tables, keys } = await hub.downloads.read(organizationId, async (tx) => {
    // Sorting the rows can take longer than the default time-out allows.
    await tx.execute(sql`SET LOCAL statement_timeout = '30min'`)
    const [organization] = await tx.select().from(organizations).where(eq(organizations.id, organizationId))
    const keys = await listFileKeys(tx)
    const steps = new Steps(run, EXPORTED_TABLES.length + keys.length)
    const tables = await writeTables(tx, archive, must(organization).timeZone, steps)
    return { organization: must(organization), tables, keys }
  })
  const steps = new Steps(run, EXPORTED_TABLES.length + keys.length, EXPORTED_TABLES.length)
  const written = await writeFiles(hub.files, archive, keys, steps)
  const manifest: Manifest = {
    product: 'counterfoil',
    format: ARCHIVE_FORMAT,
    exportedAt: at.toISOString(),
    organization: { id: organization.id, name: organization.name },
    tables,
    ...written,
  }
  for (const [path, text] of readMe(organization)) await archive.add(path, text)
  await archive.add(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
  return { archive: await archive.close(), manifest }
}

async function writeTables(
  tx: Tx,
  archive: ArchiveWriter,
  timeZone: string,
  steps: Steps,
): Promise<Manifest['tables']> {
  const written: Manifest['tables'] = []
  for (const table of EXPORTED_TABLES) {
    let rows = 0
    const count = (more: number): void => {
      steps.breathe()
      rows += more
    }
    await archive.add(tablePath(table.name, 'jsonl'), jsonLines(tx, table, count))
    await archive.add(tablePath(table.name, 'csv'), csvLines(tx, table, timeZone))
    written.push({ name: table.name, columns: table.columns.map(({ name }) => name), rows })
    steps.done()
  }
  return written
}

async function writeFiles(store: FileStore, archive: ArchiveWriter, keys: readonly string[], steps: Steps) {
  const files: string[] = []
  const missingFiles: string[] = []
  for (const key of keys) {
    const found = await store.get(key)
    if (found) await archive.add(filePath(key), found.content as unknown as AsyncIterable<Uint8Array>)
    const list = found ? files : missingFiles
    list.push(key)
    steps.done()
  }
  return { files, missingFiles }
}

/** Progress in steps. A step is one table or one file. */
class Steps {
  readonly #run: Run
  readonly #total: number
  #done: number

  constructor(run: Run, total: number, done = 0) {
    this.#run = run
    this.#total = total
    this.#done = done
  }

  /** Throws when the job has been aborted. */
  breathe(): void {
    this.#run.signal.throwIfAborted()
  }

  done(): void {
    this.breathe()
    this.#done += 1
    this.#run.progress(this.#done, this.#total)
  }
}
