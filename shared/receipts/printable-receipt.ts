import type { Receipt } from '#shared/contracts/till/till.ts'

/** Printed data of a sale, without data that only the till has. */
export type PrintableReceipt = Omit<
  Receipt,
  'id' | 'isOfAnotherTill' | 'printedCount' | 'upload' | 'lines' | 'vouchers' | 'exchange'
> & {
  lines: readonly Omit<Receipt['lines'][number], 'returnable'>[]
  vouchers: readonly Omit<Receipt['vouchers'][number], 'isReturnable'>[]
  /** Other half of an exchange, printed on the same receipt. */
  exchange?: Omit<PrintableReceipt, 'exchange'> | null
}
