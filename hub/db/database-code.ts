import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** Indexes are built on the functions of the first file; what the second says holds while the migrations run. */
const BEFORE_TABLES = ['search-text.sql', 'sums-of-version.sql']
const AFTER_TABLES = [
  'sums.sql',
  'tenancy.sql',
  // Again: in a new database there were no tables before.
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
 * The functions, triggers, policies and grants of the database as they are today: `hub/db/sql/`, a file per subject.
 * Each file may be applied again at any time. A function that goes, or gets another signature, is dropped by a migration.
 */
export async function applyCodeBeforeTables(client: pg.Client): Promise<void> {
  await apply(client, BEFORE_TABLES)
}

/** After the migrations: new tables get their policies and grants here. */
export async function applyCodeAfterTables(client: pg.Client): Promise<void> {
  await apply(client, AFTER_TABLES)
}

/** All of it or nothing: a hub of the version before may be at work meanwhile. */
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

/** Changes when any of the code does. */
export function fingerprintOfCode(): string {
  const hash = createHash('sha256')
  for (const file of [...BEFORE_TABLES, ...AFTER_TABLES]) hash.update(`${file}\n${textOf(file)}`)
  return hash.digest('base64url')
}
