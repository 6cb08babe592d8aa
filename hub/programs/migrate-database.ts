import { StartError } from '#shared/std/start-error.ts'
import { readConfig } from '../config/config.ts'
import { migrate } from '../db/migrate.ts'
import { checkSignIn } from '../db/sign-in-role.ts'

/**
 * Runs `npm run db:migrate`. Migrates the database to this version as the owner of its tables
 * (DATABASE_OWNER_URL), and grants access to the hub's role (DATABASE_URL), which owns nothing. The exit code
 * is 1 when the hub must not be started yet.
 */
async function main(): Promise<number> {
  const { databaseUrl, databaseOwnerUrl } = readConfig(process.env)
  if (!databaseUrl || !databaseOwnerUrl)
    throw new StartError(
      'DATABASE_OWNER_URL and DATABASE_URL are needed: the owner of the tables, and the role of the hub',
    )
  const role = decodeURIComponent(new URL(databaseUrl).username)
  await migrate(databaseOwnerUrl, role)
  const advice = await checkSignIn(databaseUrl)
  const lines = advice.length > 0 ? advice : [`The database has this version, and ${role} may work with it`]
  for (const line of lines) process.stdout.write(`${line}\n`)
  return advice.length > 0 ? 1 : 0
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof StartError ? error.message : ((error as Error).stack ?? error)}\n`,
    )
    process.exit(2)
  },
)
