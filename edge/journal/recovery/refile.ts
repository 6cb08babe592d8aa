import type { z } from 'zod'
import { SaleBody } from '#shared/sync/sale.ts'
import { ShiftClosedBody, ShiftOpenedBody } from '#shared/sync/shift.ts'
import type { JournalEntry } from '../entries.ts'
import { fileReceipt } from '../file-receipt.ts'
import type { JournalWriter } from '../journal.ts'

/**
 * Files what an entry that came back stands for: receipt or shift. False for the return of a receipt that is not filed
 * yet: it is to be tried again when more have come back. An entry that does not read stays an entry and no more.
 */
export function refile(
  tx: JournalWriter,
  { id, type, body, position }: Pick<JournalEntry, 'id' | 'type' | 'body' | 'position'>,
  { cartId = id, isLastTry = false }: { cartId?: string | undefined; isLastTry?: boolean } = {},
): boolean {
  if (type === 'sale') {
    const sale = parse(SaleBody, body)
    if (!sale || tx.receipts.has(sale)) return true
    const originalId = sale.originalSaleId ?? null
    if (sale.tillId) tx.tills.know(sale.tillId)
    const isHere = originalId === null || tx.receipts.hasId(originalId)
    if (!isHere && !isLastTry) return false
    fileReceipt(tx, { position, sale, cartId })
    // Whether it was printed is not known; what is printed from now on is a copy.
    tx.receipts.notePrinted(sale.receiptNumber, sale.soldAt)
  }
  if (type === 'shift_opened') {
    const shift = parse(ShiftOpenedBody, body)
    if (shift) tx.tills.know(shift.tillId)
    if (shift && !tx.shifts.findOpen(shift.tillId)) tx.shifts.add({ ...shift, position })
  }
  if (type === 'shift_closed') {
    const closed = parse(ShiftClosedBody, body)
    if (closed) tx.shifts.close(closed.shiftId, position)
  }
  return true
}

/** The text as it was written down, in major units; null when it does not read. */
function parse<Schema extends z.ZodType>(schema: Schema, body: string): z.input<Schema> | null {
  try {
    const value: unknown = JSON.parse(body)
    return schema.safeParse(value).success ? (value as z.input<Schema>) : null
  } catch {
    return null
  }
}
