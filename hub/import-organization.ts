import { parseArgs } from 'node:util'
import { StartError } from '#shared/std/start-error.ts'
import { readConfig } from './config/config.ts'
import { openCommandDatabase } from './db/command-database.ts'
import { bringBack } from './features/organization/export/bring-back.ts'
import { openFileStore } from './files/open-file-store.ts'

const USAGE = `npm run import-organization -- FILE

Brings an organization back from its export (a ZIP), to a hub that does not have it: all of it or nothing. Passwords, PINs,
keys of tills and of fiscal providers are not in an export: people get a new password by mail, tills are paired anew. The
database is the hub's: DATABASE_URL, or the one in the data folder of a hub that does not run.
`

/** Answers the exit code; throws StartError. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  })
  const [path, ...more] = positionals
  if (values.help || !path || more.length > 0) {
    process.stderr.write(USAGE)
    return 2
  }
  const config = readConfig(process.env)
  await using resources = new AsyncDisposableStack()
  const { db } = await openCommandDatabase(config, resources)
  const files = await openFileStore(config)
  resources.defer(() => files.close?.())
  const { organization, tables, rows, files: images } = await bringBack(db, files, path)
  process.stdout.write(
    `${organization.name}: ${rows} rows of ${tables} tables and ${images} files were brought back\n`,
  )
  return 0
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isExpected =
      error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE')
    process.stderr.write(`${isExpected ? (error as Error).message : ((error as Error).stack ?? error)}\n`)
    process.exit(2)
  },
)
