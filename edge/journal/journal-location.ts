import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Device } from '../device/device.ts'
import type { Journal } from './journal.ts'

export interface JournalLocation {
  folder: string
  /** Folder of backups on another disk, of this and of other devices. */
  backupDir: string | undefined
  /** UTC. */
  at: string
  log: Logger
}

export interface OpenedJournal {
  journal: Journal
  /** Null before enrolment. */
  device: Device | null
}

export const journalPath = (folder: string): string => join(folder, 'journal.db')
export const backupFolder = (folder: string): string => join(folder, 'backups')
