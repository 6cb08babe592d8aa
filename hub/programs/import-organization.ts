import { parseArgs } from 'node:util'
import { StartError } from '#shared/std/start-error.ts'
import { readConfig } from '../config/config.ts'
import { openCommandDatabase } from '../db/command-database.ts'
import { importArchive } from '../features/data/export/import-archive.ts'
import { openFileStore } from '../files/open-file-store.ts'

const USAGE = `npm run import-organization -- FILE

Restores an organization from its export (a ZIP), to a hub that does not have it: completely or not at all. Passwords, PINs,
keys of tills and of fiscal providers are not in an export: users get a new password by mail, tills must be paired again. The
database is that of the hub: DATABASE_URL, or the one in the data folder of a hub that is stopped.
`

/** Runs the import. Returns the exit code. Throws StartError. */
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
  const { organization, tables, rows, files: images } = await importArchive(db, files, path)
  process.stdout.write(
    `${organization.name}: ${rows} rows of ${tables} tables and ${images} files were restored\n`,
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
