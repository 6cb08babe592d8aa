import type { Receipt } from '#shared/contracts/till/till.ts'

/** Printed data of a sale; data that only the till knows is left out. */
export type PrintableReceipt = Omit<
  Receipt,
  'id' | 'isOfAnotherTill' | 'printedCount' | 'upload' | 'lines' | 'vouchers' | 'exchange'
> & {
  lines: readonly Omit<Receipt['lines'][number], 'returnable'>[]
  vouchers: readonly Omit<Receipt['vouchers'][number], 'isReturnable'>[]
  /** Other half of an exchange, on the same paper. */
  exchange?: Omit<PrintableReceipt, 'exchange'> | null
}
