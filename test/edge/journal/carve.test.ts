import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { carveRows } from '#edge/sqlite/carve.ts'
import { createTestFolder } from '../../support/folders.ts'

const PAGE_BYTES = 4096

/** Writes rows with all kinds of values, in sizes from a few bytes to many pages. */
function fill(path: string, { checkpoint }: { checkpoint: boolean }): Database.Database {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('wal_autocheckpoint = 0')
  db.exec('CREATE TABLE facts (seq INTEGER PRIMARY KEY, name TEXT, number REAL, bytes BLOB, none TEXT)')
  const insert = db.prepare('INSERT INTO facts VALUES (?, ?, ?, ?, NULL)')
  for (let i = 1; i <= 300; i++) insert.run(i, 'é'.repeat(i * 20), i / 2, Buffer.alloc(i % 50, i))
  if (checkpoint) db.pragma('wal_checkpoint(TRUNCATE)')
  return db
}

function carve(path: string): Map<number, unknown[]> {
  const rows = [...carveRows(path)].filter(({ values }) => values.length === 5)
  return new Map(rows.map(({ rowid, values }) => [rowid, values]))
}

it('reads rows written by SQLite', () => {
  using folder = createTestFolder()
  const path = join(folder.path, 'a.db')
  fill(path, { checkpoint: true }).close()
  const rows = carve(path)
  expect(rows.size).toBe(300)
  expect(rows.get(299)).toEqual([null, 'é'.repeat(299 * 20), 149.5, Buffer.alloc(49, 299), null])
})

it('reads only committed rows from the log', () => {
  using folder = createTestFolder()
  const path = join(folder.path, 'a.db')
  const db = fill(path, { checkpoint: false })
  const copy = join(folder.path, 'copy.db')
  const log = readFileSync(`${path}-wal`)
  writeFileSync(`${copy}-wal`, log)
  expect(carve(copy).size).toBe(300)
  // The cut removes the frame that commits the last row.
  writeFileSync(`${copy}-wal`, log.subarray(0, log.length - PAGE_BYTES))
  expect(carve(copy).size).toBe(299)
  db.close()
})

it('reads the rows outside of damaged pages', () => {
  using folder = createTestFolder()
  const path = join(folder.path, 'a.db')
  fill(path, { checkpoint: true }).close()
  const bytes = readFileSync(path)
  bytes.fill(0xff, 0, PAGE_BYTES)
  bytes.fill(0x5a, 20 * PAGE_BYTES, 21 * PAGE_BYTES)
  writeFileSync(path, bytes.subarray(0, bytes.length - 100))
  expect(() => new Database(path).pragma('quick_check')).toThrow()
  expect(carve(path).size).toBeGreaterThan(250)
})
