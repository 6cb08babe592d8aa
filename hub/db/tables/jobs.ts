import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Deed } from '#hub/db/transact.ts'
import type { JobProblem, JobStatus } from '#shared/contracts/organization/jobs.ts'
import { jsonColumn, timeColumn } from './columns.ts'

/**
 * What people see of background jobs (hub/jobs/tracked-jobs.ts). Those of the platform as a whole stand under the nil id,
 * so there is no foreign key to the organization; it is gone, too, when its own deletion is what the job was.
 */
export const backgroundJobs = pgTable(
  'background_jobs',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    /** The queue (hub/jobs/queues.ts). */
    type: text().notNull(),
    /** What it is given besides its ids: a retry gets the same. */
    input: jsonColumn<Record<string, unknown>>().notNull(),
    /** Of jobs with the same one, one is queued or runs. */
    onceKey: text(),
    status: text().$type<JobStatus>().notNull().default('Queued'),
    processed: integer().notNull().default(0),
    total: integer(),
    /** In words: why it has failed, or will be tried again. */
    message: text(),
    /** The same as a refusal says it; null also where a hub of the version before wrote the message. */
    problem: jsonColumn<JobProblem | null>(),
    result: jsonColumn<Record<string, unknown> | null>(),
    /** The job of pg-boss that does it; another one after each retry. */
    runId: uuid().notNull(),
    /** What its start was asked for in; the job's own deeds are made from it (hub/jobs/deed-of-job.ts). */
    deed: jsonColumn<Deed | null>().default(sql`nullif(current_setting('app.deed', true), '')::jsonb`),
    cancelRequestedAt: timeColumn(),
    /** The account; null: nobody asked. */
    askedById: uuid(),
    askedByEmployeeId: uuid(),
    /** At that time. */
    askedByName: text(),
    createdAt: timeColumn().notNull().defaultNow(),
    startedAt: timeColumn(),
    finishedAt: timeColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('background_jobs_recent_idx').on(table.organizationId, table.createdAt, table.id),
    uniqueIndex('background_jobs_once_key')
      .on(table.organizationId, table.type, table.onceKey)
      .where(sql`status IN ('Queued', 'Running')`),
    index('background_jobs_open_idx').on(table.runId).where(sql`status IN ('Queued', 'Running')`),
  ],
)
