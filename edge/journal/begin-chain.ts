import { type Device, writeDevice } from '#edge/device/device.ts'
import type { Chain } from '#shared/sync/upload.ts'
import type { Journal } from './journal.ts'

export interface ChainLocation {
  folder: string
  journal: Journal
  /** ISO 8601 time in UTC. */
  at: string
}

/**
 * Begins a chain in three steps: announces it in device.json, begins it in the journal, confirms it in
 * device.json. After an interruption, the next start completes the remaining steps. Returns the resulting
 * device.
 */
export function beginChain(location: ChainLocation, device: Device, chain: Chain): Device {
  return finishChain(location, announceChain(location.folder, device, chain), chain)
}

export function announceChain(folder: string, device: Device, chain: Chain): Device {
  const announced: Device = { ...device, nextChain: chain }
  writeDevice(folder, announced)
  return announced
}

/** Completes `beginChain`. Steps that are already done are skipped. */
export function finishChain({ folder, journal, at }: ChainLocation, device: Device, chain: Chain): Device {
  const others = device.chains.filter(({ id }) => id !== chain.id)
  const begun: Device = { ...device, chains: [...others, chain], nextChain: null }
  journal.transact((tx) => {
    if (!tx.chains.list().some(({ id }) => id === chain.id)) tx.chains.begin(chain, at)
    tx.meta.setDevice(begun)
  })
  writeDevice(folder, begun)
  return begun
}
