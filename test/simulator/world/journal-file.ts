import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDirectly } from '../process/sqlite.ts'

export interface Entry {
  id: string
  type: string
  hash: string
  body: string
}

/** What a journal holds, read from a copy: an agent may have it open, and its log must stay as it is. */
export function readEntries(folder: string): Entry[] {
  return readJournal(join(folder, 'journal.db'))
}

/** What the backups beside a journal hold. */
export function readBackups(folder: string): Entry[] {
  const backups = join(folder, 'backups')
  if (!existsSync(backups)) return []
  return readdirSync(backups)
    .filter((name) => name.endsWith('.db'))
    .flatMap((name) => readJournal(join(backups, name)))
}

/** Nothing when there is none or it cannot be read. */
function readJournal(path: string): Entry[] {
  if (!existsSync(path)) return []
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'counterfoil-journal-'))
  const copy = join(folder, 'journal.db')
  for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix)
  try {
    const db = openDirectly(copy)
    try {
      return db.prepare<[], Entry>('SELECT id, type, hash, body FROM entries').all()
    } finally {
      db.close()
    }
  } catch {
    return []
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
