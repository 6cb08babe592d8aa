import type { FiscalLine, FiscalReceipt } from '#hub/integrations/fiscal/receipt.ts'
import { amount, percent, quantity } from '#shared/money/decimal.ts'

let receipts = 0

export const line = (sum: number, changes: Partial<FiscalLine> = {}): FiscalLine => ({
  name: 'Tea',
  quantity: quantity(1),
  price: amount(sum),
  sum: amount(sum),
  vatRate: null,
  vatSum: amount(0),
  unit: { code: '796', name: 'шт', fiscalMeasure: 0 },
  subject: 'Good',
  isMarked: false,
  ntin: null,
  isAdvance: false,
  markingCode: null,
  ...changes,
})

/** Returns a receipt with one line, paid in cash. */
export function receiptOf(total: number, changes: Partial<FiscalReceipt> = {}): FiscalReceipt {
  receipts += 1
  return {
    externalId: `sale-${receipts}`,
    operation: 'Sell',
    soldAt: '2026-03-01T12:00:00.000Z',
    timeZone: 'Asia/Almaty',
    cashierName: 'Aigul',
    taxSystem: null,
    customer: { email: null, phone: null },
    lines: [line(total)],
    payments: [{ type: 'Cash', amount: amount(total) }],
    change: amount(0),
    total: amount(total),
    basis: null,
    ...changes,
  }
}

export const VAT_22 = percent(22)
