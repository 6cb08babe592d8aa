import { rmSync } from 'node:fs'
import type Database from 'better-sqlite3'

export type Db = Database.Database

/** Removes a database file that no connection has open, with its journal files. */
export function removeDatabase(path: string): void {
  for (const suffix of ['-wal', '-shm', '-journal', '']) rmSync(path + suffix, { force: true })
}
