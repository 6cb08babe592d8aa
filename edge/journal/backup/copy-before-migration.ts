import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createPrivateFile, makePrivateFolder } from '#shared/std/private-files.ts'
import { renameDurably, syncPath } from '../../files/durable.ts'
import type { Db } from '../../sqlite/open.ts'

/** Keeps a copy of the file as written by the previous agent version (docs/sync.md#upgrade-of-a-journal). */
export function copyBeforeMigration(db: Db): void {
  const folder = join(dirname(db.name), 'backups')
  makePrivateFolder(folder)
  const path = join(folder, `journal-before-${db.pragma('user_version', { simple: true })}.db`)
  if (existsSync(path)) return
  const temporary = `${path}.tmp`
  rmSync(temporary, { force: true })
  createPrivateFile(temporary)
  db.prepare('VACUUM INTO ?').run(temporary)
  syncPath(temporary)
  renameDurably(temporary, path)
}
