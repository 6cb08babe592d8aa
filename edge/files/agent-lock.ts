import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createPrivateFile } from '#shared/std/private-files.ts'
import { StartError } from '#shared/std/start-error.ts'
import { isSqliteError } from '../sqlite/errors.ts'

export interface AgentLock {
  release(): void
}

/**
 * Locks the folder for one agent. Node has no file locks, but SQLite does: an exclusive transaction that is
 * never committed. The operating system releases it whenever the process dies. Throws a StartError that names
 * the agent holding the lock.
 */
export function lockFolder(folder: string): AgentLock {
  const pidPath = join(folder, 'agent.pid')
  const lockPath = join(folder, 'agent.lock')
  createPrivateFile(lockPath)
  const db = new Database(lockPath, { timeout: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (!isSqliteError(error, 'SQLITE_BUSY')) throw error
    throw new StartError(`Another agent (pid ${readPid(pidPath)}) already works on ${folder}`)
  }
  writeFileSync(pidPath, `${process.pid}\n`, { mode: 0o600 })
  return {
    release: () => {
      rmSync(pidPath, { force: true })
      db.close()
    },
  }
}

function readPid(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
