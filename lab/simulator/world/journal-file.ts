import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTestFolder } from '#test/support/folders.ts'
import { openDirectly } from '../process/sqlite.ts'

export interface Entry {
  id: string
  type: string
  hash: string
  body: string
  /**
   * 1 when the entry was returned by the hub. It then precedes entries written here, regardless of when it
   * arrived.
   */
  isRecalled: 0 | 1
  /** 1 when the hub has not acknowledged the entry yet. */
  isWaiting: 0 | 1
}

const ENTRIES = `
  SELECT e.id, e.type, e.hash, e.body, coalesce(e.position >= c.recalled_from, 0) AS isRecalled,
    EXISTS (SELECT 1 FROM outbox o WHERE o.position = e.position) AS isWaiting
  FROM entries e LEFT JOIN chains c ON c.id = e.chain ORDER BY e.position`

/** Reads the entries of a copy of the journal, because an agent may have it open, and its log must stay unchanged. */
export function readEntries(folder: string): Entry[] {
  return readJournal(join(folder, 'journal.db'))
}

/** Reads the entries of the journal's backups. */
export function readBackups(folder: string): Entry[] {
  const backups = join(folder, 'backups')
  if (!existsSync(backups)) return []
  return readdirSync(backups)
    .filter((name) => name.endsWith('.db'))
    .flatMap((name) => readJournal(join(backups, name)))
}

/** Reads a journal. Returns no entries when it is missing or unreadable. */
function readJournal(path: string): Entry[] {
  if (!existsSync(path)) return []
  using folder = createTestFolder('journal')
  const copy = join(folder.path, 'journal.db')
  for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix)
  try {
    const db = openDirectly(copy)
    try {
      return db.prepare<[], Entry>(ENTRIES).all()
    } finally {
      db.close()
    }
  } catch {
    return []
  }
}
