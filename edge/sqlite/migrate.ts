import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#shared/std/start-error.ts'
import type { Db } from './open.ts'

/**
 * Runs the numbered SQL files of a folder that were not applied yet. `user_version` counts the applied ones.
 * Each file runs in its own transaction. `before` is called before the first file, unless the database is
 * new. Throws StartError for a database written by a newer program.
 */
export function migrate(db: Db, folder: string, before?: () => void): void {
  const steps = readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
  const done = Number(db.pragma('user_version', { simple: true }))
  if (done > steps.length) {
    throw new StartError(`${db.name} was written by a newer version of the agent (${done} > ${steps.length})`)
  }
  if (done > 0 && done < steps.length) before?.()
  for (const [index, name] of steps.entries()) {
    if (index < done) continue
    db.transaction(() => {
      db.exec(readFileSync(join(folder, name), 'utf8'))
      db.pragma(`user_version = ${index + 1}`)
    }).immediate()
  }
}
