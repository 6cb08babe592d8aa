import { type Amount, sumAmounts } from '#shared/money/decimal.ts'
import type { VoucherEntryRow } from './queries.ts'

/** A ledger entry of a voucher. */
export type LedgerEntry = Pick<VoucherEntryRow, 'id' | 'saleId' | 'kind' | 'amount' | 'at'>

export interface VoucherLoad {
  /** Amount that the receipt loaded onto the voucher. */
  amount: Amount
  /**
   * Lowest balance at which the loaded amount is still unspent: the balance after the load, but at least the
   * loaded amount.
   */
  untouched: Amount
}

/** Returns what a receipt loaded onto a voucher, or null when it loaded nothing. */
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
