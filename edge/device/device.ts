import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#shared/std/start-error.ts'
import { Enrolment } from '#shared/sync/enrolment.ts'
import { Chain } from '#shared/sync/upload.ts'
import { renameDurably, writeFileDurably } from '../files/durable.ts'

/** Who this agent is at the hub, its secret, and the chains it has begun: what outlives the loss of the journal. */
const Device = Enrolment.extend({
  hubUrl: z.url(),
  /** Oldest first. */
  chains: z.array(Chain).default([]),
  /**
   * Written down before the journal begins it, so that no series is ever begun twice. Nothing is sold under it before it
   * has become one of `chains`.
   */
  nextChain: Chain.nullable().default(null),
}).transform((device) => ({
  ...device,
  chains: device.chains.length > 0 ? device.chains : [firstChain(device)],
}))
export type Device = z.output<typeof Device>

export function firstChain({ deviceId, series }: Pick<Enrolment, 'deviceId' | 'series'>): Chain {
  return { id: deviceId, series, reason: 'enrolled' }
}

const pathIn = (folder: string): string => join(folder, 'device.json')

/** Null when there is none, or none that can be understood. Throws StartError when the file cannot be read at all. */
export function readDevice(folder: string): Device | null {
  try {
    return parseDevice(readFileSync(pathIn(folder), 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new StartError(`${pathIn(folder)} cannot be read: ${code}`)
  }
}

/** Null when the text is damaged. */
export function parseDevice(text: string): Device | null {
  try {
    return Device.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export function writeDevice(folder: string, device: Device): void {
  writeFileDurably(pathIn(folder), `${JSON.stringify(device, null, 2)}\n`)
}

/** Puts a file that cannot be understood out of the way. */
export function setDeviceAside(folder: string, suffix: string): void {
  try {
    renameDurably(pathIn(folder), join(folder, `device.damaged-${suffix}.json`))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
