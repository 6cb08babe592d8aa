import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** The indexes use the functions of the first file. The second file must be in force while the migrations run. */
const BEFORE_TABLES = ['search-text.sql', 'sums-of-version.sql']
const AFTER_TABLES = [
  'sums.sql',
  'tenancy.sql',
  // Applied again: in a new database the tables did not exist the first time.
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
 * Applies the files that the migrations need. `hub/db/sql/` has the functions, triggers, policies and grants
 * of the database as they are today, a file per subject. Each file may be applied again at any time. A
 * migration drops a function that is removed or gets another signature.
 */
export async function applyCodeBeforeTables(client: pg.Client): Promise<void> {
  await apply(client, BEFORE_TABLES)
}

/** Applies the remaining files after the migrations: new tables get their policies and grants here. */
export async function applyCodeAfterTables(client: pg.Client): Promise<void> {
  await apply(client, AFTER_TABLES)
}

/** Applies all files or none: a hub of the previous version may be running meanwhile. */
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

/** Returns a hash that changes with any of the code. */
export function fingerprintOfCode(): string {
  const hash = createHash('sha256')
  for (const file of [...BEFORE_TABLES, ...AFTER_TABLES]) hash.update(`${file}\n${textOf(file)}`)
  return hash.digest('base64url')
}
