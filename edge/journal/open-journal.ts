import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { StartError } from '#shared/std/start-error.ts'
import { finishChain } from '../device/begin-chain.ts'
import { type Device, readDevice, setDeviceAside, writeDevice } from '../device/device.ts'
import { listBackups } from './backup.ts'
import { findShortfall } from './high-water.ts'
import { Journal, JournalDamage } from './journal.ts'
import { recoverJournal } from './recover.ts'

export interface JournalPlace {
  folder: string
  /** Of backups on another disk, of this and of other devices. */
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

/**
 * Opens the journal and finds out whose it is. One that is damaged, missing or older than it should be is put together
 * again from its backup and from what can be read of it (offline.md F13, F17, F19). Throws StartError when the files
 * are of different devices or of a newer agent.
 */
export function openJournal(place: JournalPlace): OpenedJournal {
  const device = readDevice(place.folder)
  const opened = tryOpen(place, device)
  if (!(opened instanceof Journal)) return recoverJournal(place, device, opened)
  try {
    return { journal: opened, device: device ? confirm(place, opened, device) : adopt(place, opened) }
  } catch (error) {
    opened.close()
    throw error
  }
}

/** What is wrong with the journal, in words, instead of the journal. */
function tryOpen({ folder }: JournalPlace, device: Device | null): Journal | string {
  const path = journalPath(folder)
  const isMissing = !existsSync(path)
  const wasThere =
    device !== null || existsSync(`${path}-wal`) || listBackups(backupFolder(folder)).length > 0
  if (isMissing && wasThere) return 'it is missing'
  let journal: Journal | undefined
  try {
    journal = Journal.open(path)
    const fault = findFault(folder, journal, device)
    if (fault === null) return journal
    journal.close()
    return fault
  } catch (error) {
    journal?.close()
    if (error instanceof JournalDamage) return error.message
    throw error
  }
}

function findFault(folder: string, journal: Journal, device: Device | null): string | null {
  const deviceId = journal.read.meta.findDeviceId()
  if (device && deviceId === null) return 'it is empty'
  if (device && deviceId !== device.deviceId) {
    throw new StartError(`journal.db and device.json in ${folder} are of different devices`)
  }
  return journal.findLoss() ?? findShortfall(folder, journal, device?.chains ?? [])
}

/** Goes on with a chain whose beginning was interrupted. */
function confirm({ folder, at }: JournalPlace, journal: Journal, device: Device): Device {
  if (device.nextChain) return finishChain({ folder, journal, at }, device, device.nextChain)
  if (journal.read.meta.findDevice() === null) journal.transact((tx) => tx.meta.setDevice(device))
  return device
}

/** device.json is missing or damaged: the journal has a copy of it. */
function adopt({ folder, at, log }: JournalPlace, journal: Journal): Device | null {
  setDeviceAside(folder, at.replaceAll(/[-:.]/g, ''))
  const kept = journal.read.meta.findDevice()
  if (!kept) return null
  const device: Device = { ...kept, chains: journal.read.chains.list(), nextChain: null }
  writeDevice(folder, device)
  log.warn({ deviceId: device.deviceId }, 'device.json was written anew from the journal')
  return device
}
