import type { Reason } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import { bookCashMovements } from '#hub/features/sales/cash-movements/book-cash-movements.ts'
import { linkReceipts } from '#hub/features/sales/receipts/link-receipts.ts'
import { mailReceipts } from '#hub/features/sales/receipts/mail-receipts.ts'
import { bookUploadedSales } from '#hub/features/sales/retail/uploaded/book-uploaded-sales.ts'
import { bookShiftClosing, bookShiftOpening } from '#hub/features/sales/shifts/book-shift.ts'
import { bookTillEvents } from '#hub/features/sales/till-events/book-till-events.ts'
import type { UploadedRecord } from '#hub/features/sales/uploaded-record.ts'
import type { JobQueue } from '#hub/jobs/queue.ts'
import type { ItemType, ReadItem } from './readers.ts'

/** Books records of one type in their order, and returns the warnings for each record. */
type Booker<Body> = (tx: Tx, records: readonly UploadedRecord<Body>[], jobs: JobQueue) => Promise<Reason[][]>
type BodyOf<Type extends ItemType> = Extract<ReadItem, { type: Type }>['body']

const BOOKERS: { [Type in ItemType]: Booker<BodyOf<Type>> } = {
  sale: async (tx, records) => {
    const reasons = await bookUploadedSales(tx, records)
    await linkReceipts(
      tx,
      records.map(({ body }) => body),
    )
    return reasons
  },
  shift_opened: oneByOne(bookShiftOpening),
  shift_closed: oneByOne(bookShiftClosing),
  cash_movement: bookCashMovements,
  till_event: async (tx, records, jobs) => {
    await mailReceipts(
      tx,
      jobs,
      records.map(({ body }) => body),
    )
    return bookTillEvents(tx, records)
  },
}

export function bookerOf(type: ItemType): Booker<unknown> {
  return BOOKERS[type] as Booker<unknown>
}

function oneByOne<Body>(book: (tx: Tx, record: UploadedRecord<Body>) => Promise<Reason[]>): Booker<Body> {
  return async (tx, records) => {
    const reasons: Reason[][] = []
    for (const record of records) reasons.push(await book(tx, record))
    return reasons
  }
}
