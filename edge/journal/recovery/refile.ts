import type { z } from 'zod'
import { SaleBody } from '#shared/sync/sale.ts'
import { ShiftClosedBody, ShiftOpenedBody } from '#shared/sync/shift.ts'
import type { JournalEntry } from '../entries.ts'
import { fileReceipt } from '../file-receipt.ts'
import type { JournalWriter } from '../journal.ts'

/**
 * Restores the receipt or shift of a recovered entry. Returns false for the return of a receipt that is not
 * restored yet, which must be retried when more entries are recovered. For an unreadable entry, only the
 * entry itself is kept.
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
    // It is unknown whether the receipt was printed, so all further prints count as copies.
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

/** Returns the body as recorded, in major units. Returns null when it is unreadable. */
function parse<Schema extends z.ZodType>(schema: Schema, body: string): z.input<Schema> | null {
  try {
    const value: unknown = JSON.parse(body)
    return schema.safeParse(value).success ? (value as z.input<Schema>) : null
  } catch {
    return null
  }
}
