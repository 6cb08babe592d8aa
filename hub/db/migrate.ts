import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { StartError } from '#shared/std/start-error.ts'
import { applyCodeAfterTables, applyCodeBeforeTables, fingerprintOfCode } from './database-code.ts'
import { areJobsUpToDate, migrateJobs } from './migrate-jobs.ts'
import { APPLICATION_ROLE, connectOnce, STORES_ROLE } from './pool.ts'

/**
 * Advisory lock that prevents two hub processes from migrating at once. The number is arbitrary, but the same
 * in every process.
 */
const MIGRATION_LOCK = 7_301_994
const MIGRATIONS = join(import.meta.dirname, 'migrations')

/**
 * Upgrades the database to this version: tables by migrations; functions, triggers, policies and grants from
 * `sql/`. Throws StartError when the server cannot be used or its database is of a newer version. `hubRole` is
 * the role that the hub signs in with. It owns nothing.
 */
export async function migrate(ownerUrl: string, hubRole?: string, folder = MIGRATIONS): Promise<void> {
  const migrations = listMigrations(folder)
  const client = await connectOnce(ownerUrl)
  try {
    await client.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`)
    // CREATE SCHEMA IF NOT EXISTS and similar statements send notices that the operator does not need.
    await client.query('SET client_min_messages = warning')
    await refuseUnknown(client, migrations)
    if ((await fingerprintOf(client)) !== fingerprint(migrations)) {
      await applyCodeBeforeTables(client)
      await runMigrations(drizzle(client), { migrationsFolder: folder })
      await applyCodeAfterTables(client)
      // Written last, so that an interrupted start repeats everything before it.
      await client.query(`COMMENT ON FUNCTION current_organization() IS '${fingerprint(migrations)}'`)
    }
    await migrateJobs(client)
    if (hubRole !== undefined) await admit(client, hubRole)
  } finally {
    await client.end()
  }
}

/** True when the database has this version. Any role can check it. */
export async function isUpToDate(client: pg.Client): Promise<boolean> {
  return (
    (await fingerprintOf(client)) === fingerprint(listMigrations(MIGRATIONS)) &&
    (await areJobsUpToDate(client))
  )
}

/** Grants the role membership in the roles that the hub works as. Throws StartError when the role does not exist. */
async function admit(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ admitted: boolean }>(
    'SELECT pg_has_role(rolname, $2, $3) AS admitted FROM pg_roles WHERE rolname = $1',
    [role, STORES_ROLE, 'MEMBER'],
  )
  const [found] = rows
  if (!found)
    throw new StartError(`There is no role ${role}: make it with CREATE ROLE ${role} LOGIN PASSWORD '...'`)
  if (found.admitted) return
  await client.query(`GRANT ${APPLICATION_ROLE}, ${STORES_ROLE} TO ${client.escapeIdentifier(role)}`)
}

interface Migration {
  tag: string
  /** Milliseconds since 1970. drizzle keeps it as `created_at` of an applied migration. */
  when: number
}

/** Returns the migrations in the folder, oldest first. */
function listMigrations(folder: string): Migration[] {
  return JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')).entries
}

/**
 * Throws StartError for a database of a newer version: an older hub would replace its functions and policies by
 * older ones.
 */
async function refuseUnknown(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ is_known: boolean }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS is_known`,
  )
  if (!rows[0]?.is_known) return
  const { rows: last } = await client.query<{ made_at: string | null }>(
    'SELECT max(created_at) AS made_at FROM drizzle.__drizzle_migrations',
  )
  const madeAt = last[0]?.made_at
  if (madeAt && !migrations.some(({ when }) => when === Number(madeAt)))
    throw new StartError('The database is of a newer version of the hub, or of one before 0.1.0')
}

/** Returns the fingerprint of the code and migrations of a version. */
const fingerprint = (migrations: readonly Migration[]): string =>
  `${fingerprintOfCode()} ${migrations.at(-1)?.tag}`

async function fingerprintOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ found: string | null }>(
    `SELECT obj_description(to_regprocedure('current_organization()'), 'pg_proc') AS found`,
  )
  return rows[0]?.found ?? null
}
