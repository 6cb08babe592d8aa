import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Command } from '#hub/db/transact.ts'
import type { JobProblem, JobStatus } from '#shared/contracts/organization/jobs.ts'
import { jsonColumn, timeColumn } from './columns.ts'

/**
 * Background jobs as shown to users (hub/jobs/tracked-jobs.ts). Jobs of the whole platform are stored under
 * the nil id, so there is no foreign key to the organization. The organization is also missing after a job
 * that deleted it.
 */
export const backgroundJobs = pgTable(
  'background_jobs',
  {
    organizationId: uuid().notNull(),
    id: uuid().notNull(),
    /** Queue of the job (hub/jobs/queues.ts). */
    type: text().notNull(),
    /** Input of the job apart from ids. A retry gets the same input. */
    input: jsonColumn<Record<string, unknown>>().notNull(),
    /** Key that allows only one queued or running job. */
    onceKey: text(),
    status: text().$type<JobStatus>().notNull().default('Queued'),
    processed: integer().notNull().default(0),
    total: integer(),
    /** Text for users that explains why the job failed or will be retried. */
    message: text(),
    /** The message as a problem response. Also null when a hub of the previous version wrote the message. */
    problem: jsonColumn<JobProblem | null>(),
    result: jsonColumn<Record<string, unknown> | null>(),
    /** pg-boss job that runs it. Each retry gets a new one. */
    runId: uuid().notNull(),
    /** Command that started the job. The job's own commands are derived from it (hub/jobs/). */
    deed: jsonColumn<Command | null>().default(sql`nullif(current_setting('app.deed', true), '')::jsonb`),
    cancelRequestedAt: timeColumn(),
    /** Account that requested the job. Null when no user requested it. */
    askedById: uuid(),
    askedByEmployeeId: uuid(),
    /** Name of the requester at the time of the request. */
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
