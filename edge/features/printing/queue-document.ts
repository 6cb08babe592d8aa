import type { PrintedDocument } from '#shared/receipts/document.ts'
import type { ReceiptLayout } from '#shared/receipts/receipt-document.ts'
import { must } from '#shared/std/must.ts'
import { readPrinterAddress } from '../../devices/printers/printer-address.ts'
import type { EdgeEnv } from '../env.ts'
import type { Actor } from '../session/actor.ts'
import { isRepeated } from '../session/is-repeated.ts'
import { type KnownPrinter, requirePrinter } from './printers.ts'
import { receiptLayout } from './receipt-layout.ts'

type PrintingAgent = EdgeEnv['Variables']['agent']

/** Queues a document other than a receipt. */
export function queueDocument(
  { journal, spool, clock }: PrintingAgent,
  actor: Actor,
  { name }: KnownPrinter,
  document: PrintedDocument,
): void {
  journal.transact((tx) => {
    if (isRepeated({ clock }, tx, actor)) return
    tx.printSpool.add({
      printer: name,
      tillId: actor.tillId,
      title: document.title,
      opensDrawer: false,
      receiptId: null,
      document,
      queuedAt: clock.now().toISOString(),
    })
  })
  spool.wake(name)
}

/** Prints a document on the printer of the till, in the layout of the retail point. Throws `no_printer`. */
export function printAtTill(
  agent: PrintingAgent,
  actor: Actor,
  documentIn: (layout: ReceiptLayout) => PrintedDocument,
): void {
  const printer = requirePrinter(agent, actor)
  const settings = must(
    agent.replica.find((reader) => reader.settings.find()),
    'settings of the retail point',
  )
  const { paperWidth } = readPrinterAddress(printer.address)
  queueDocument(agent, actor, printer, documentIn(receiptLayout(settings, agent.pictures, paperWidth)))
}
