import { isCash } from '#shared/domain/tenders.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { AgentConfig } from '../../config/config.ts'
import { readPrinterAddress } from '../../devices/printers/printer-address.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import { printerOf } from './printers.ts'

interface Paid {
  tillId: string
  sale: Pick<SaleBody, 'id' | 'payments' | 'soldAt'>
  /** True when the retail point prints every receipt. */
  printsAlways: boolean
}

/**
 * Queues the receipt of a sale in the print spool, within the transaction of the sale, where every receipt is
 * printed. Also opens the drawer, if there is one, when cash was taken or is given back. Does nothing where
 * the till has no printer, because the page prints instead.
 */
export function queueReceipt(
  tx: JournalWriter,
  config: Pick<AgentConfig, 'printers'>,
  { tillId, sale, printsAlways }: Paid,
): void {
  const printer = printerOf({ config, devices: tx.devices }, tillId)
  if (!printer) return
  const opensDrawer = readPrinterAddress(printer.address).hasDrawer && sale.payments.some(isCash)
  const job = { printer: printer.name, tillId, queuedAt: sale.soldAt }
  if (printsAlways) tx.printSpool.add({ ...job, title: '', opensDrawer, receiptId: sale.id, document: null })
  else if (opensDrawer) tx.printSpool.add(drawerJob(job))
}

/** Returns a job that opens the drawer and prints nothing. */
export const drawerJob = (job: { printer: string; tillId: string; queuedAt: string }) =>
  ({
    ...job,
    title: 'drawer',
    opensDrawer: true,
    receiptId: null,
    document: { title: 'drawer', language: 'en', paperWidth: 80, blocks: [] },
  }) as const
