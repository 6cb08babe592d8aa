import { chmodSync, copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { newId } from '#shared/std/ids.ts'
import { PRIVATE_FILE } from '#shared/std/private-files.ts'
import { StartError } from '#shared/std/start-error.ts'
import { randomSeries } from '#shared/sync/series.ts'
import type { Chain } from '#shared/sync/upload.ts'
import { type Device, setDeviceAside, writeDevice } from '../../device/device.ts'
import { renameDurably } from '../../files/durable.ts'
import { backupTime, listBackups } from '../backup/backup.ts'
import { announceChain } from '../begin-chain.ts'
import { Journal, JournalDamage } from '../journal.ts'
import { backupFolder, type JournalLocation, journalPath, type OpenedJournal } from '../journal-location.ts'
import { putBack } from './put-back.ts'

interface Base {
  journal: Journal
  /** Time of the backup, or null for an empty journal. */
  madeAt: Date | null
}

/**
 * Rebuilds the journal from the best backup, followed by every readable entry of the damaged file. New sales
 * go to a new chain with its own series, because the end of the last chain is unknown. The new file is built
 * beside the damaged one, which is renamed and kept. After an interruption, the next start begins again.
 */
export function recoverJournal(
  location: JournalLocation,
  known: Device | null,
  fault: string,
): OpenedJournal {
  const { folder, at, log } = location
  log.error({ fault }, 'the journal cannot be used any longer')
  const base = openBase(location, known)
  const identity = known ?? base.journal.read.meta.findDevice()
  if (!identity) return beginWithoutIdentity(location, base, fault)
  const device = withAnnounced(identity)
  const salvaged = putBack(base.journal, device, damagedFiles(folder), at)
  const isEmpty = base.madeAt === null && salvaged === 0
  const chain: Chain = {
    id: newId(),
    series: randomSeries(device.series),
    reason: isEmpty ? 'journal_lost' : 'journal_restored',
  }
  announceChain(folder, device, chain)
  const begun: Device = { ...device, chains: [...device.chains, chain] }
  base.journal.transact((tx) => {
    tx.chains.begin(chain, at)
    tx.meta.setDevice(begun)
    tx.meta.setIncident({ at, detail: incidentInWords(fault, base.madeAt, salvaged, chain) })
    tx.meta.setRecall({ since: null, after: null })
  })
  const journal = swapIn(location, base.journal)
  if (!known) setDeviceAside(folder, stampOf(at))
  writeDevice(folder, begun)
  log.warn({ salvaged, backupOf: base.madeAt, chain: chain.id, series: chain.series }, 'journal rebuilt')
  return { journal, device: begun }
}

/** Treats an announced chain as begun, because sales may already have been recorded in it. */
function withAnnounced(device: Device): Device {
  const { nextChain } = device
  return nextChain ? { ...device, chains: [...device.chains, nextChain], nextChain: null } : device
}

/**
 * Starts without a device, because neither device.json nor a backup identifies it. The agent must be enrolled
 * again as a replacement.
 */
function beginWithoutIdentity(location: JournalLocation, { journal }: Base, fault: string): OpenedJournal {
  const detail = `The journal could not be read (${fault}) and its device is unknown. Enrol this till again, as a replacement; the damaged file is kept.`
  journal.transact((tx) => tx.meta.setIncident({ at: location.at, detail }))
  setDeviceAside(location.folder, stampOf(location.at))
  return { journal: swapIn(location, journal), device: null }
}

/** Opens a copy of the best usable backup, or an empty journal when there is none. */
function openBase({ folder, backupDir, log }: JournalLocation, known: Device | null): Base {
  const path = newPath(folder)
  for (const backup of candidates(folder, backupDir, known)) {
    removeDatabase(path)
    try {
      copyFileSync(backup, path)
      chmodSync(path, PRIVATE_FILE)
      const journal = Journal.open(path)
      const deviceId = journal.read.meta.findDeviceId()
      const isGood =
        deviceId !== null && (!known || deviceId === known.deviceId) && journal.findLoss() === null
      if (isGood) return { journal, madeAt: backupTime(backup) }
      journal.close()
    } catch (error) {
      if (!(error instanceof JournalDamage || error instanceof StartError)) throw error
    }
    log.warn({ backup }, 'this backup is unusable')
  }
  removeDatabase(path)
  return { journal: Journal.open(path), madeAt: null }
}

function candidates(folder: string, backupDir: string | undefined, known: Device | null): string[] {
  const own = listBackups(backupFolder(folder))
  const second = known && backupDir !== undefined ? listBackups(join(backupDir, known.deviceId)) : []
  return [...own, ...second].toSorted((a, b) => (basename(a) > basename(b) ? -1 : 1))
}

/**
 * Lists the current journal and all damaged files renamed earlier, because an earlier recovery may have been
 * interrupted.
 */
function damagedFiles(folder: string): string[] {
  const aside = readdirSync(folder).filter((name) => /^journal\.damaged-\w+\.db$/.test(name))
  return [journalPath(folder), ...aside.map((name) => join(folder, name))]
}

/** Closes the new journal, renames the damaged one and opens the new one in its place. */
function swapIn({ folder, at }: JournalLocation, built: Journal): Journal {
  built.close()
  const path = journalPath(folder)
  const aside = join(folder, `journal.damaged-${stampOf(at)}.db`)
  for (const suffix of ['', '-wal']) {
    if (existsSync(path + suffix)) renameDurably(path + suffix, aside + suffix)
  }
  rmSync(`${path}-shm`, { force: true })
  renameDurably(newPath(folder), path)
  return Journal.open(path)
}

function incidentInWords(fault: string, madeAt: Date | null, salvaged: number, { series }: Chain): string {
  const from = [
    ...(madeAt ? [`the backup of ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`] : []),
    ...(salvaged > 0 ? [`${salvaged} entries saved from the damaged file`] : []),
  ]
  const result =
    from.length > 0
      ? `It was rebuilt from ${from.join(' and ')}.`
      : 'Nothing of it could be saved; the data that head office has is fetched from there.'
  return `The journal of this till was damaged: ${fault}. ${result} New receipts are numbered from ${series}-000001. The damaged file is kept: give it to IT when a receipt is missing.`
}

const newPath = (folder: string): string => join(folder, 'journal.new.db')
const stampOf = (at: string): string => at.replaceAll(/[-:.]/g, '')

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}
