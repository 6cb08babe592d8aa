import type { PrintedDocument } from '#shared/receipts/document.ts'
import type { EdgeEnv } from '../env.ts'
import type { Actor } from '../session/actor.ts'
import type { KnownPrinter } from './printers.ts'

type QueueParts = Pick<EdgeEnv['Variables']['agent'], 'journal' | 'spool' | 'clock'>

/** Prints what is no receipt. */
export function queueDocument(
  { journal, spool, clock }: QueueParts,
  { tillId }: Actor,
  { name }: KnownPrinter,
  document: PrintedDocument,
): void {
  journal.transact((tx) =>
    tx.printSpool.add({
      ...{ printer: name, tillId, title: document.title, opensDrawer: false },
      ...{ receiptId: null, document, queuedAt: clock.now().toISOString() },
    }),
  )
  spool.wake(name)
}
