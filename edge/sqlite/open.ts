import Database from 'better-sqlite3'
import { createPrivateFile } from '#shared/std/private-files.ts'

export type Db = Database.Database

/**
 * Oldest supported SQLite version. In older versions a checkpoint can lose committed writes
 * (docs/sync.md#opening-a-file).
 */
const OLDEST_SQLITE = '3.51.3'

export interface OpenOptions {
  /**
   * FULL: a commit survives a power failure. NORMAL: a power failure can undo the last commits, but the file
   * stays intact. OFF: writes do not wait for the disk, and a power failure can damage the file, so use it
   * only for data that can be downloaded again.
   */
  synchronous: 'FULL' | 'NORMAL' | 'OFF'
  /** True for a read-only connection. */
  isReader?: boolean
}

/** Size limit of the log file, so that one large commit does not leave it large forever. */
const LONGEST_LOG_BYTES = 8 * 1024 * 1024

const SYNCHRONOUS = { OFF: 0, NORMAL: 1, FULL: 2 }

/**
 * Opens a database file by the rules of docs/sync.md#opening-a-file: WAL mode, all pragmas set and verified,
 * a recent enough SQLite. Throws when any rule is violated.
 */
export function openDatabase(path: string, { synchronous, isReader = false }: OpenOptions): Db {
  createPrivateFile(path)
  const db = new Database(path, { timeout: 5_000 })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${synchronous}`)
    db.pragma('foreign_keys = ON')
    db.pragma(`journal_size_limit = ${LONGEST_LOG_BYTES}`)
    if (process.platform === 'darwin') db.pragma('fullfsync = ON')
    // The compiled WAL defaults take effect with the first query, so pragmas can be verified only after it.
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    expectPragma(db, 'journal_mode', 'wal')
    expectPragma(db, 'synchronous', SYNCHRONOUS[synchronous])
    expectPragma(db, 'foreign_keys', 1)
    expectVersion(db)
    if (isReader) db.pragma('query_only = ON')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function expectPragma(db: Db, name: string, expected: string | number): void {
  const actual = db.pragma(name, { simple: true })
  if (actual !== expected) throw new Error(`${db.name}: ${name} is ${actual} and must be ${expected}`)
}

function expectVersion(db: Db): void {
  const version = String(db.prepare('SELECT sqlite_version()').pluck().get())
  if (isOlder(version, OLDEST_SQLITE)) {
    throw new Error(`SQLite ${version} can lose committed writes; ${OLDEST_SQLITE} or newer is needed`)
  }
}

/** Compares dotted version numbers numerically. */
export function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0
}
