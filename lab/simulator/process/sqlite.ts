import { createRequire } from 'node:module'
import type Sqlite from 'better-sqlite3'
import { beat, begin } from './activity.ts'
import { Crash, currentProcess, type SimProcess, type SqlPoint } from './process.ts'

/**
 * The agent's connections to its SQLite files. At each statement, its process can die, lose power or find the
 * disk full. A dead process cannot access files, whatever code of it still runs.
 */
type Work = (...args: unknown[]) => unknown

const require = createRequire(import.meta.url)
const Real = require('better-sqlite3') as typeof Sqlite
const prototype = Real.prototype as unknown as Record<'exec' | 'close' | 'backup', Work>

/** Owner of each connection, or null for a connection of the simulator itself. */
const owners = new WeakMap<object, SimProcess | null>()
const connections = new WeakMap<SimProcess, Set<Sqlite.Database>>()

/** Returns the process that first used the connection. */
function ownerOf(db: Sqlite.Database): SimProcess | null {
  const known = owners.get(db)
  if (known !== undefined) return known
  const process = currentProcess() ?? null
  owners.set(db, process)
  if (process) connections.set(process, (connections.get(process) ?? new Set()).add(db))
  return process
}

function visit(process: SimProcess, point: SqlPoint): void {
  beat()
  if (process.isDead) throw new Crash(`${process.name} is dead`)
  process.onPoint(point)
}

const CHANGES = /^\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|DROP|COMMIT|VACUUM|RELEASE)\b/i

function atPoint(db: Sqlite.Database, text: string, work: () => unknown): unknown {
  const process = ownerOf(db)
  if (!process) return work()
  const point = { kind: 'sql', text, isWrite: CHANGES.test(text), path: db.name } as const
  visit(process, { ...point, when: 'before' })
  const result = work()
  visit(process, { ...point, when: 'after' })
  return result
}

const statements = Object.getPrototypeOf(new Real(':memory:').prepare('SELECT 1')) as Record<string, Work>
const realGet = statements.get as Work
for (const name of ['run', 'get', 'all', 'iterate']) {
  const real = statements[name] as Work
  statements[name] = function visited(this: Sqlite.Statement, ...args: unknown[]): unknown {
    return atPoint(this.database, this.source, () => real.apply(this, args))
  }
}

const realExec = prototype.exec
prototype.exec = function exec(this: Sqlite.Database, text: unknown): unknown {
  return atPoint(this, String(text), () => realExec.call(this, text))
}

const realClose = prototype.close
prototype.close = function close(this: Sqlite.Database): unknown {
  const process = ownerOf(this)
  if (process?.isDead) return this
  if (process) connections.get(process)?.delete(this)
  return realClose.call(this)
}

const realBackup = prototype.backup
prototype.backup = async function backup(this: Sqlite.Database, ...args: unknown[]): Promise<unknown> {
  const end = begin('sqlite backup')
  try {
    return await (atPoint(this, 'backup', () => realBackup.apply(this, args)) as Promise<unknown>)
  } finally {
    end()
  }
}

/**
 * Returns the `synchronous` setting of each file of a process, which is the weakest setting of its writing
 * connections.
 */
export function synchronousOf(process: SimProcess): Map<string, number> {
  const settings = new Map<string, number>()
  for (const db of connections.get(process) ?? []) {
    if (db.readonly || readPragma(db, 'query_only') === 1) continue
    const setting = Number(readPragma(db, 'synchronous'))
    settings.set(db.name, Math.min(setting, settings.get(db.name) ?? setting))
  }
  return settings
}

/** Reads a pragma without triggering a fault of the process. */
function readPragma(db: Sqlite.Database, name: string): unknown {
  return realGet.call(db.prepare(`PRAGMA ${name}`).pluck())
}

/** Closes the connections of a dead process. */
export function closeConnections(process: SimProcess): void {
  for (const db of connections.get(process) ?? []) {
    try {
      realClose.call(db)
    } catch {
      // A query was still reading rows. Garbage collection closes it and the connection.
    }
  }
  connections.delete(process)
}

/** Opens a connection of the simulator itself. */
export function openDirectly(path: string): Sqlite.Database {
  const db = new Real(path)
  owners.set(db, null)
  return db
}

export const sqliteError = (code: string, message: string): Error => new Real.SqliteError(message, code)
