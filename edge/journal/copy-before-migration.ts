import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { renameDurably, syncPath } from '../files/durable.ts'
import type { Db } from '../sqlite/open.ts'

/** Keeps the file as the version of the agent before this one wrote it (offline.md 3.7). */
export function copyBeforeMigration(db: Db): void {
  const folder = join(dirname(db.name), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `journal-before-${db.pragma('user_version', { simple: true })}.db`)
  if (existsSync(path)) return
  const temporary = `${path}.tmp`
  rmSync(temporary, { force: true })
  db.prepare('VACUUM INTO ?').run(temporary)
  syncPath(temporary)
  renameDurably(temporary, path)
}
