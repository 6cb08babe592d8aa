import type { OpenDrawer } from '#shared/contracts/till/shift.ts'
import type { AgentConfig } from '../../config/config.ts'
import { readPrinterAddress } from '../../devices/printers/printer-address.ts'
import type { Spool } from '../../devices/printers/spool.ts'
import { printerOf } from '../printing/printers.ts'
import { drawerJob } from '../printing/queue-receipt.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import { refuseOtherReason } from '../session/refuse-other-reason.ts'
import { requireLimit } from '../session/require-limit.ts'
import { recordEvent } from './record-event.ts'
import type { RecordingParts } from './till-record.ts'

interface DrawerParts extends RecordingParts {
  readonly config: Pick<AgentConfig, 'printers'>
  readonly spool: Pick<Spool, 'wake'>
}

/**
 * Opens the drawer without a sale, for example to give change. The event for head office is recorded first.
 * Throws `forbidden`.
 */
export function openDrawer(agent: DrawerParts, actor: Actor, { reason }: OpenDrawer): { openedAt: string } {
  refuseOtherReason(agent, 'openDrawer', { reason })
  const { config, journal, spool } = agent
  const printer = printerOf({ config, devices: journal.read.devices }, actor.tillId)
  const opened = journal.transact((tx) => {
    if (isRepeated(agent, tx, actor)) return { openedAt: agent.clock.now().toISOString() }
    requireLimit(agent, tx, actor, 'allowOpenDrawer')
    const openedAt = recordEvent(agent, tx, actor, 'drawer_opened', { reason })
    if (printer && readPrinterAddress(printer.address).hasDrawer)
      tx.printSpool.add(drawerJob({ printer: printer.name, tillId: actor.tillId, queuedAt: openedAt }))
    return { openedAt }
  })
  if (printer) spool.wake(printer.name)
  return opened
}
