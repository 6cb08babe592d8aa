import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Device } from '../device/device.ts'
import type { Journal } from './journal.ts'

export interface JournalLocation {
  folder: string
  /** Backup folder on another disk, shared by several devices. */
  backupDir: string | undefined
  /** Current time in UTC. */
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
