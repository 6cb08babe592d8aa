import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { migrateJobs } from './migrate-jobs.ts'
import { connectOwner } from './pool.ts'

/** Any number, the same in every hub process: two that start at once must not migrate at once. */
const MIGRATION_LOCK = 7_301_994

/** Brings the database to this version. Throws StartError when the server cannot be used. */
export async function migrate(ownerUrl: string): Promise<void> {
  const client = await connectOwner(ownerUrl)
  try {
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`)
    // CREATE SCHEMA IF NOT EXISTS and the like announce themselves; that is no news to the operator.
    await client.query('SET client_min_messages = warning')
    await runMigrations(drizzle(client), { migrationsFolder: join(import.meta.dirname, 'migrations') })
    await migrateJobs(client)
  } finally {
    await client.end()
  }
}
