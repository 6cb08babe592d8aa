import { type Amount, sumAmounts } from '#shared/money/decimal.ts'
import type { VoucherEntryRow } from './queries.ts'

/** A row of the ledger of one voucher. */
export type LedgerEntry = Pick<VoucherEntryRow, 'id' | 'saleId' | 'kind' | 'amount' | 'at'>

export interface VoucherLoad {
  /** Amount that the receipt has put on the voucher. */
  amount: Amount
  /** Lowest balance at which this amount is still unspent: the balance after the load, or more. */
  untouched: Amount
}

/** Returns the amount that a receipt has put on a voucher; null: nothing, as far as is known. */
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
