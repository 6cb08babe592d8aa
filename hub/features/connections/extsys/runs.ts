import { and, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '#hub/auth/actor.ts'
import { extsysRuns } from '#hub/db/tables/extsys.ts'
import { backgroundJobs } from '#hub/db/tables/jobs.ts'
import { productImports } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import { type JobRow, startJob } from '#hub/jobs/tracked-jobs.ts'
import type {
  ExtsysCounts,
  ExtsysEntity,
  ExtsysImportOptions,
  ExtsysNote,
} from '#shared/contracts/organization/extsys.ts'
import { Problem } from '#shared/problems/problem.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import { readExtsys } from './settings.ts'

export type RunRow = typeof extsysRuns.$inferSelect

/** An import run with its job and, for products, the file import of its rows. */
export interface FullRun {
  run: RunRow
  job: JobRow | null
  productImport: typeof productImports.$inferSelect | null
}

export const MOST_NOTES = 100
export const NO_COUNTS: ExtsysCounts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }

const isOwn = (tx: Tx, id: string) =>
  and(eq(extsysRuns.organizationId, tx.organizationId), eq(extsysRuns.id, id))

/**
 * Starts an import. An organization can run only one at a time, because of MoySklad's rate limit. Throws
 * `extsys_not_configured`, `extsys_busy`.
 */
export async function startRun(
  tx: Tx,
  {
    entity,
    options,
    actor,
    jobs,
  }: { entity: ExtsysEntity; options: ExtsysImportOptions; actor: Actor; jobs: JobQueue },
): Promise<FullRun> {
  if (!(await readExtsys(tx))?.secret) throw new Problem('extsys_not_configured')
  const id = newId()
  const { organizationId } = tx
  await tx.insert(extsysRuns).values({
    organizationId,
    id,
    entity,
    options,
    counts: NO_COUNTS,
    createdById: actor.id,
    createdByName: actor.name,
    since: options.full ? null : await changedUntil(tx, entity),
  })
  const job = await startJob(tx, jobs, {
    type: 'extsys-import',
    input: { runId: id },
    requester: actor,
    onceKey: 'extsys',
  })
  if (job.input.runId !== id) throw new Problem('extsys_busy')
  await updateRun(tx, id, { jobId: job.id })
  return must(await lastRun(tx, entity), 'the run')
}

export async function findRun(tx: Tx, id: string): Promise<RunRow | undefined> {
  const [run] = await tx.select().from(extsysRuns).where(isOwn(tx, id)).for('update')
  return run
}

export async function updateRun(tx: Tx, id: string, values: Partial<RunRow>): Promise<void> {
  await tx.update(extsysRuns).set(values).where(isOwn(tx, id))
}

/** Returns the totals of the run after adding the result of a page. */
export const withPage = (
  run: RunRow,
  { counts, notes }: { counts: Partial<ExtsysCounts>; notes: readonly ExtsysNote[] },
): Pick<RunRow, 'counts' | 'notes' | 'notesTotal'> => ({
  counts: Object.fromEntries(
    Object.entries(run.counts).map(([name, count]) => [
      name,
      count + (counts[name as keyof ExtsysCounts] ?? 0),
    ]),
  ) as ExtsysCounts,
  notes: [...run.notes, ...notes].slice(0, MOST_NOTES),
  notesTotal: run.notesTotal + notes.length,
})

export async function lastRun(tx: Tx, entity: ExtsysEntity): Promise<FullRun | undefined> {
  const [found] = await withParts(tx, entity).limit(1)
  return found
}

const withParts = (tx: Tx, entity: ExtsysEntity) =>
  tx
    .select({ run: extsysRuns, job: backgroundJobs, productImport: productImports })
    .from(extsysRuns)
    .leftJoin(
      backgroundJobs,
      and(
        eq(backgroundJobs.organizationId, extsysRuns.organizationId),
        eq(backgroundJobs.id, extsysRuns.jobId),
      ),
    )
    .leftJoin(
      productImports,
      and(
        eq(productImports.organizationId, extsysRuns.organizationId),
        eq(productImports.id, extsysRuns.importId),
      ),
    )
    .where(and(eq(extsysRuns.organizationId, tx.organizationId), eq(extsysRuns.entity, entity)))
    .orderBy(desc(extsysRuns.createdAt), desc(extsysRuns.id))

/**
 * Returns the time up to which all changes have been imported, taken from the last import without errors.
 * Faulty records are therefore read again by the next import. A dry run of products counts once it has been
 * applied.
 */
export async function changedUntil(tx: Tx, entity: ExtsysEntity): Promise<string | null> {
  const { rows } = await tx.execute<{ until: string | null }>(sql`
    SELECT run.changed_until AS until FROM extsys_runs run
    LEFT JOIN product_imports import ON import.organization_id = run.organization_id AND import.id = run.import_id
    WHERE run.organization_id = ${tx.organizationId} AND run.entity = ${entity} AND run.ended_at IS NOT NULL
      AND CASE WHEN run.import_id IS NULL THEN NOT (run.options->>'dryRun')::boolean
        ELSE import.status = 'Done' AND (import.outcome->>'errorsTotal')::integer = 0 END
      AND (run.counts->>'failed')::integer = 0
    ORDER BY run.created_at DESC, run.id DESC LIMIT 1`)
  return rows[0]?.until ?? null
}
