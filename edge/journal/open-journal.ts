import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import { StartError } from '#shared/std/start-error.ts'
import { type Device, readDevice, setDeviceAside, textOfDevice, writeDevice } from '../device/device.ts'
import { listBackups } from './backup/backup.ts'
import { finishChain } from './begin-chain.ts'
import { Journal, JournalDamage } from './journal.ts'
import { backupFolder, type JournalLocation, journalPath, type OpenedJournal } from './journal-location.ts'
import { findShortfall } from './recovery/high-water.ts'
import { recoverJournal } from './recovery/recover.ts'

/**
 * Opens the journal and determines its device. A journal that is damaged, missing or older than expected is
 * rebuilt from its backup and its readable parts (docs/faults.md F13, F17, F19). Throws StartError when the
 * files belong to different devices or to a newer agent.
 */
export function openJournal(location: JournalLocation): OpenedJournal {
  const device = readDevice(location.folder)
  const opened = tryOpen(location, device)
  if (!(opened instanceof Journal)) return recoverJournal(location, device, opened)
  try {
    mendOutbox(opened, location.log)
    return { journal: opened, device: device ? confirm(location, opened, device) : adopt(location, opened) }
  } catch (error) {
    opened.close()
    throw error
  }
}

/** Returns the journal, or a description of its defect. */
function tryOpen({ folder }: JournalLocation, device: Device | null): Journal | string {
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
  const owners = journal.read.meta.listOwners()
  if (device && owners.length === 0) return 'it is empty'
  if (device && !owners.includes(device.deviceId)) {
    throw new StartError(`journal.db and device.json in ${folder} belong to different devices`)
  }
  return journal.findLoss() ?? findShortfall(folder, journal, device?.chains ?? [])
}

/** Repairs the outbox. An entry that is neither waiting nor acknowledged would never reach the hub. */
function mendOutbox(journal: Journal, log: Logger): void {
  const mended = journal.transact((tx) => tx.outbox.mend())
  if (mended > 0) log.error({ items: mended }, 'the outbox was inconsistent: repaired')
}

/** Completes a chain whose beginning was interrupted, and repairs differences between its stored copies. */
function confirm({ folder, at }: JournalLocation, journal: Journal, device: Device): Device {
  if (device.nextChain) return finishChain({ folder, journal, at }, device, device.nextChain)
  const { meta } = journal.read
  const kept = meta.findDevice()
  // Both copies of the device agree and differ from the row, so the row is corrupted.
  if (kept && textOfDevice(kept) === textOfDevice(device)) {
    journal.transact((tx) => {
      for (const chain of device.chains) tx.chains.correct(chain)
    })
  }
  if (!kept || textOfDevice(kept) !== textOfDevice(device) || meta.findDeviceId() !== device.deviceId) {
    journal.transact((tx) => tx.meta.setDevice(device))
  }
  return device
}

/**
 * Restores a missing or damaged device.json from its copy in the journal. Returns null when the journal has
 * no copy.
 */
function adopt({ folder, at, log }: JournalLocation, journal: Journal): Device | null {
  setDeviceAside(folder, at.replaceAll(/[-:.]/g, ''))
  const kept = journal.read.meta.findDevice()
  if (!kept) return null
  const device: Device = { ...kept, chains: journal.read.chains.list(), nextChain: null }
  writeDevice(folder, device)
  log.warn({ deviceId: device.deviceId }, 'device.json was restored from the journal')
  return device
}
