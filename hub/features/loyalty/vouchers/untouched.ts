import { type Amount, sumAmounts } from '#shared/money/decimal.ts'
import type { VoucherEntryRow } from './queries.ts'

/** A row of the ledger of one voucher. */
export type LedgerEntry = Pick<VoucherEntryRow, 'id' | 'saleId' | 'kind' | 'amount' | 'at'>

export interface VoucherLoad {
  /** What the receipt has put on the voucher. */
  amount: Amount
  /** The least balance with which all of that is still there: the balance when it was put on, and no less than it. */
  untouched: Amount
}

/** What a receipt has put on a voucher; null: nothing, as far as has arrived. */
export function loadOf(entries: readonly LedgerEntry[], saleId: string): VoucherLoad | null {
  const ledger = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
  const isLoad = ({ saleId: of, kind }: LedgerEntry) =>
    of === saleId && (kind === 'Sale' || kind === 'Reload')
  const last = ledger.findLastIndex(isLoad)
  if (last < 0) return null
  const amount = sumAmounts(ledger.filter(isLoad).map((entry) => entry.amount))
  const after = sumAmounts(ledger.slice(0, last + 1).map((entry) => entry.amount))
  return { amount, untouched: Math.max(amount, after) as Amount }
}
