import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#shared/std/start-error.ts'
import { Enrolment } from '#shared/sync/enrolment.ts'
import { Chain } from '#shared/sync/upload.ts'
import { renameDurably, writeFileDurably } from '../files/durable.ts'

/**
 * Identity of this agent at the hub, its secret, and the chains it has begun. It survives the loss of the
 * journal.
 */
const Device = Enrolment.extend({
  hubUrl: z.url(),
  /** Oldest first. */
  chains: z.array(Chain).min(1),
  /**
   * The chain to begin next. It is stored before the journal begins it, so that no series is ever begun
   * twice. No sale uses it until it is one of `chains`.
   */
  nextChain: Chain.nullable(),
})
export type Device = z.output<typeof Device>

export function firstChain({ deviceId, series }: Pick<Enrolment, 'deviceId' | 'series'>): Chain {
  return { id: deviceId, series, reason: 'enrolled' }
}

const pathIn = (folder: string): string => join(folder, 'device.json')

/**
 * Reads the device from its file. Returns null when the file does not exist or is damaged. Throws StartError
 * when the file cannot be read at all.
 */
export function readDevice(folder: string): Device | null {
  try {
    return parseDevice(readFileSync(pathIn(folder), 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new StartError(`${pathIn(folder)} cannot be read: ${code}`)
  }
}

/**
 * Parses the device. Returns null when the text is damaged. The checksum is needed because a secret with a
 * flipped byte looks like any other.
 */
export function parseDevice(text: string): Device | null {
  try {
    const { sum, ...device } = JSON.parse(text)
    return sum === sumOf(device) ? Device.parse(device) : null
  } catch {
    return null
  }
}

/** Returns the text to store, with a checksum that reveals damage. */
export function textOfDevice(device: Device): string {
  return `${JSON.stringify({ ...device, sum: sumOf(device) }, null, 2)}\n`
}

const sumOf = (device: object): string => createHash('sha256').update(JSON.stringify(device)).digest('hex')

export function writeDevice(folder: string, device: Device): void {
  writeFileDurably(pathIn(folder), textOfDevice(device))
}

/** Renames an unreadable device.json to keep it for inspection. Does nothing when the file does not exist. */
export function setDeviceAside(folder: string, suffix: string): void {
  try {
    renameDurably(pathIn(folder), join(folder, `device.damaged-${suffix}.json`))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
