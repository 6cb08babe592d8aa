import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { matches, notFound } from '#hub/db/records.ts'
import { backgroundJobs } from '#hub/db/tables/jobs.ts'
import type { Tx } from '#hub/db/transact.ts'
import { findJob, type JobRow } from '#hub/jobs/tracked-jobs.ts'
import type { RecentJobsQuery } from '#shared/contracts/organization/jobs.ts'

export async function getJob(tx: Tx, id: string): Promise<JobRow> {
  const job = await findJob(tx, id)
  if (!job) throw notFound('job', id)
  return job
}

/** Returns jobs, newest first, limited to those requested by the given account, if any. */
export async function listRecentJobs(
  tx: Tx,
  { limit, status, type }: z.output<typeof RecentJobsQuery>,
  askedById?: string,
): Promise<{ rows: JobRow[] }> {
  const rows = await tx
    .select()
    .from(backgroundJobs)
    .where(
      and(
        eq(backgroundJobs.organizationId, tx.organizationId),
        matches(backgroundJobs.status, status),
        matches(backgroundJobs.type, type),
        matches(backgroundJobs.askedById, askedById),
      ),
    )
    .orderBy(desc(backgroundJobs.createdAt), desc(backgroundJobs.id))
    .limit(limit)
  return { rows }
}
