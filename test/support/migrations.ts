import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MIGRATIONS = join(import.meta.dirname, '../../hub/db/migrations')

/** The migrations up to and with this number, in a folder of their own. */
export function migrationsUpTo(last: number, folder: string): string {
  cpSync(MIGRATIONS, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  journal.entries = journal.entries.filter(({ idx }: { idx: number }) => idx <= last)
  writeFileSync(path, JSON.stringify(journal))
  return folder
}
