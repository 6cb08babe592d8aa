import type pg from 'pg'
import { getConstructionPlans, getMigrationPlans, PgBoss } from 'pg-boss'
import packageJson from 'pg-boss/package.json' with { type: 'json' }
import { must } from '#shared/std/must.ts'
import { JOBS_SCHEMA, QUEUES } from './job-queues.ts'
import { APPLICATION_ROLE } from './pool.ts'

/**
 * Creates the tables and queues of pg-boss. The hub's own role owns none of them. The data of jobs contains
 * only ids, including that of the organization. Jobs are not tenant rows.
 */
export async function migrateJobs(client: pg.Client): Promise<void> {
  if (await areJobsUpToDate(client)) return
  const boss = new PgBoss({
    db: { executeSql: (text, values) => execute(client, text, values) },
    schema: JOBS_SCHEMA,
    supervise: false,
    schedule: false,
  })
  // The instance is not started, because only its tables and queues are needed here.
  if (!(await boss.isInstalled())) await client.query(getConstructionPlans(JOBS_SCHEMA))
  const version = must(await boss.schemaVersion(), 'version of the jobs')
  if (version < packageJson.pgboss.schema) await client.query(getMigrationPlans(JOBS_SCHEMA, version))
  const made = new Set((await boss.getQueues()).map((queue) => queue.name))
  for (const [name, options] of Object.entries(QUEUES)) {
    if (made.has(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
  await client.query(`
    GRANT USAGE ON SCHEMA ${JOBS_SCHEMA} TO ${APPLICATION_ROLE};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${JOBS_SCHEMA} TO ${APPLICATION_ROLE};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${JOBS_SCHEMA} TO ${APPLICATION_ROLE};
    COMMENT ON SCHEMA ${JOBS_SCHEMA} IS '${WANTED}'`)
}

/**
 * True when the tables and queues of this version exist. They are recorded in the comment of the schema, so
 * most starts have nothing to do.
 */
export async function areJobsUpToDate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ made: string | null }>(
    `SELECT obj_description(to_regnamespace('${JOBS_SCHEMA}'), 'pg_namespace') AS made`,
  )
  return rows[0]?.made === WANTED
}

/** Expected comment of the schema: JSON without apostrophes. */
const WANTED = JSON.stringify({ schema: packageJson.pgboss.schema, queues: QUEUES })

async function execute(client: pg.Client, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const results = await client.query(text, values)
  return Array.isArray(results) ? results.at(-1) : results
}
