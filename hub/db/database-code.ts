import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** The first file has functions that indexes use. The second file must be applied before the migrations run. */
const BEFORE_TABLES = ['search-text.sql', 'sums-of-version.sql']
const AFTER_TABLES = [
  'sums.sql',
  'tenancy.sql',
  // Applied again, because in a new database the tables do not exist the first time.
  'sums-of-version.sql',
  'stores.sql',
  'feed.sql',
  'till-stock.sql',
  'till-receipts.sql',
  'till-loyalty.sql',
  'vat-rates.sql',
  'product-barcodes.sql',
  'stale-groups.sql',
  'product-search.sql',
  'name-search.sql',
  'platform.sql',
  'cleanup.sql',
  'demo-data.sql',
  'audit.sql',
]

/**
 * Applies the files that the migrations need. `hub/db/sql/` contains the current functions, triggers,
 * policies and grants of the database, one file per subject. Each file can be applied repeatedly. A function
 * that is removed or gets another signature must be dropped by a migration.
 */
export async function applyCodeBeforeTables(client: pg.Client): Promise<void> {
  await apply(client, BEFORE_TABLES)
}

/** Applies the remaining files after the migrations, so that new tables get their policies and grants. */
export async function applyCodeAfterTables(client: pg.Client): Promise<void> {
  await apply(client, AFTER_TABLES)
}

/** Applies all files in one transaction, because a hub of the previous version may be running. */
async function apply(client: pg.Client, files: readonly string[]): Promise<void> {
  await client.query('BEGIN')
  try {
    for (const file of files) await client.query(textOf(file))
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, 'sql', file), 'utf8')

/** Returns a hash that changes with any change to the code. */
export function fingerprintOfCode(): string {
  const hash = createHash('sha256')
  for (const file of [...BEFORE_TABLES, ...AFTER_TABLES]) hash.update(`${file}\n${textOf(file)}`)
  return hash.digest('base64url')
}
