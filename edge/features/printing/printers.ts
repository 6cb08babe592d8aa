import { Problem } from '#shared/problems/problem.ts'
import type { AgentConfig } from '../../config/config.ts'
import { type PrinterAddress, readPrinterAddress } from '../../devices/printers/printer-address.ts'
import type { DevicesReader, StoredDevice } from '../../journal/devices.ts'
import type { Actor } from '../session/actor.ts'

export interface KnownPrinter extends StoredDevice {
  /** True when the printer is configured in the environment. */
  isFixed: boolean
}

export interface PrinterSources {
  readonly config: Pick<AgentConfig, 'printers'>
  readonly devices: DevicesReader
}

/**
 * Lists all printers of the agent. A printer from the environment takes precedence over one with the same
 * name that was set up at a till.
 */
export function listPrinters({ config, devices }: PrinterSources): KnownPrinter[] {
  const fixed = (config.printers ?? []).map((printer) => ({ ...printer, isFixed: true }))
  const names = new Set(fixed.map(({ name }) => name))
  const own = devices.list('printer').filter(({ name }) => !names.has(name))
  return [...fixed, ...own.map((printer) => ({ ...printer, isFixed: false }))]
}

/**
 * Returns the printer chosen for the till, or the agent's only printer. Returns null when there is none, and
 * the browser prints instead.
 */
export function printerOf(sources: PrinterSources, tillId: string): KnownPrinter | null {
  const all = listPrinters(sources)
  const chosen = sources.devices.ofTill(tillId, 'printer')
  const found = all.find(({ name }) => name === chosen)
  return found ?? (all.length === 1 ? (all[0] ?? null) : null)
}

/**
 * Returns the till's printer like `printerOf`. Throws `no_printer` when there is none, and the browser prints
 * instead.
 */
export function requirePrinter(
  { config, journal }: Pick<PrinterSources, 'config'> & { journal: { read: { devices: DevicesReader } } },
  { tillId }: Pick<Actor, 'tillId'>,
): KnownPrinter {
  const printer = printerOf({ config, devices: journal.read.devices }, tillId)
  if (!printer) throw new Problem('no_printer')
  return printer
}

export function findPrinter(sources: PrinterSources, name: string): PrinterAddress | undefined {
  const known = listPrinters(sources).find((printer) => printer.name === name)
  return known && readPrinterAddress(known.address)
}
