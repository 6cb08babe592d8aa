import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { createPrivateFile, makePrivateFolder } from '#shared/std/private-files.ts'
import { renameDurably, syncPath } from '../../files/durable.ts'
import { ChainsReader } from '../chains.ts'
import { EntriesReader } from '../entries.ts'
import { findLoss } from '../recovery/find-loss.ts'

export interface BackupOrder {
  /** Path of the journal, which can be in use. */
  path: string
  folder: string
  /** Folder on another disk, or null. */
  secondFolder: string | null
  /** Last position of the journal when the backup was requested. */
  lastPosition: number
  /** Time of the backup in UTC. */
  at: string
}

const KEPT_NEWEST = 3
const KEPT_DAYS = 7
const NAME = /^journal-(\d{16})-(\d{8})T\d{9}Z\.db$/

/**
 * Copies the journal while it is in use, checks the copy, and only then deletes older copies. Throws when the
 * copy or the one on the second disk is damaged. Older copies are then kept.
 */
export function makeBackup({ path, folder, secondFolder, lastPosition, at }: BackupOrder): void {
  const temporary = emptyFile(folder)
  const db = new Database(path, { readonly: true, timeout: 5_000 })
  try {
    db.prepare('VACUUM INTO ?').run(temporary)
  } finally {
    db.close()
  }
  const copiedPosition = checkBackup(temporary, lastPosition)
  const name = `journal-${String(copiedPosition).padStart(16, '0')}-${at.replaceAll(/[-:.]/g, '')}.db`
  keep(temporary, join(folder, name))
  if (secondFolder === null) return
  const second = emptyFile(secondFolder)
  copyFileSync(join(folder, name), second)
  checkBackup(second, copiedPosition)
  keep(second, join(secondFolder, name))
}

/**
 * Lists backups, best first. They are ordered by content, because the clock may have jumped. An unreadable
 * folder counts as empty.
 */
export function listBackups(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => NAME.test(name))
    return names
      .toSorted()
      .toReversed()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

function emptyFile(folder: string): string {
  makePrivateFolder(folder)
  const path = join(folder, 'journal.tmp')
  rmSync(path, { force: true })
  createPrivateFile(path)
  return path
}

/** Checks a copy and returns the position of its last entry. Throws when the copy is damaged. */
function checkBackup(path: string, lastPosition: number): number {
  const db = new Database(path, { readonly: true })
  try {
    const report = db.pragma('quick_check(1)', { simple: true })
    if (report !== 'ok') throw new Error(`The copy of the journal is damaged: ${report}`)
    const entries = new EntriesReader(db)
    const loss = findLoss({ chains: new ChainsReader(db), entries })
    if (loss !== null) throw new Error(`The copy of the journal is damaged: ${loss}`)
    const copied = entries.lastPosition() ?? 0
    if (copied < lastPosition)
      throw new Error(`The copy of the journal ends at ${copied} instead of ${lastPosition}`)
    return copied
  } finally {
    db.close()
  }
}

function keep(temporary: string, path: string): void {
  syncPath(temporary)
  renameDurably(temporary, path)
  for (const superfluous of superfluousOf(listBackups(join(path, '..')))) rmSync(superfluous)
}

/** Returns the backups to delete: all except the best few and the best one of each recent day. */
function superfluousOf(paths: readonly string[]): string[] {
  const bestOfDay = new Map<string, string>()
  for (const path of paths) {
    const day = NAME.exec(basename(path))?.[2] ?? ''
    if (!bestOfDay.has(day)) bestOfDay.set(day, path)
  }
  const kept = new Set([...paths.slice(0, KEPT_NEWEST), ...[...bestOfDay.values()].slice(0, KEPT_DAYS)])
  return paths.filter((path) => !kept.has(path))
}

/** Returns the position of the last entry in a backup, from the file name. Returns 0 for any other name. */
export function backupPosition(path: string): number {
  return Number(NAME.exec(basename(path))?.[1] ?? 0)
}

/** Returns the time of a backup, from the file name. Returns null for a name without a time. */
export function backupTime(path: string): Date | null {
  const [, date, time] = /-(\d{8})T(\d{9})Z\.db$/.exec(path) ?? []
  if (!date || !time) return null
  const day = date.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
  return new Date(`${day}T${time.replace(/(\d\d)(\d\d)(\d\d)(\d{3})/, '$1:$2:$3.$4')}Z`)
}
