import { join } from 'node:path'
import { HUB_ROLE, startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'
import { Database } from './transact.ts'

/**
 * Opens the hub's database for a command: the one of DATABASE_URL, or the embedded one in the data folder
 * while the hub is not running.
 */
export async function openCommandDatabase(
  config: { databaseUrl: string | undefined; dataDir: string },
  resources: AsyncDisposableStack,
): Promise<{ db: Database; url: string }> {
  let url = config.databaseUrl
  if (!url) {
    const postgres = await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres') })
    resources.defer(() => postgres.stop())
    // No hub is using the database at this point.
    await migrate(postgres.url, HUB_ROLE)
    url = postgres.hubUrl
  }
  const pool = openPool(url, 1)
  resources.defer(() => pool.end())
  return { db: new Database(pool), url }
}
