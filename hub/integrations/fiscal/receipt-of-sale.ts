import type { RussianTaxSystem } from '#shared/domain/russian-tax-system.ts'
import { originOf } from '#shared/domain/tenders.ts'
import { type Amount, type Percent, type Quantity, sumAmounts } from '#shared/money/decimal.ts'
import { changeSums, spread } from '#shared/money/spread.ts'
import { lineVat } from '#shared/pricing/line.ts'
import { must } from '#shared/std/must.ts'
import type { Unsent } from './fiscalise.ts'
import type { FiscalBasis, FiscalLine, FiscalPayment, FiscalSubject } from './receipt.ts'

/** A posted retail sale with the data needed for its fiscal receipt. */
export interface SaleToFiscalise {
  clientId: string
  isReturn: boolean
  soldAt: string
  timeZone: string
  cashierName: string | null
  taxSystem: RussianTaxSystem | null
  customerEmail: string | null
  customerPhone: string | null
  /** Rounding of the total, negative when rounded down. */
  roundingSum: Amount
  changeSum: Amount
  lines: SoldLine[]
  payments: { type: string; originType: string | null; amount: Amount; changeAmount: Amount | null }[]
  /** Vouchers sold, reloaded or cancelled. */
  vouchers: { number: string; amount: Amount }[]
  /** VAT rate of a sold voucher, or null without VAT. */
  voucherVatRate: Percent | null
  basis: FiscalBasis | null
}

interface SoldLine {
  name: string
  quantity: Quantity
  price: Amount
  /** Sum after discounts, including VAT. */
  sum: Amount
  vatRate: Percent | null
  unit: FiscalLine['unit']
  subject: FiscalSubject
  isMarked: boolean
  ntin: string | null
  markingCodes: string[]
}

const BONUS = 'Bonus'
const PIECE = { code: '796', name: 'шт', fiscalMeasure: 0 }
const UNIT = 1000 as Quantity

/** Fiscal payment types by tender. All other tenders map to Other. */
const TYPES: Record<string, FiscalPayment['type']> = {
  Cash: 'Cash',
  Card: 'Card',
  Qr: 'Mobile',
  Transfer: 'Mobile',
  GiftCard: 'Prepaid',
  Prepayment: 'Prepaid',
  Credit: 'Credit',
}

/**
 * Returns the fiscal receipt of a sale. Points and the rounding of the total are not payments. They are
 * distributed over the lines in proportion to their sums, as on the printed receipt
 * (shared/receipts/as-fiscalised.ts). Each marked piece gets its own line. A sold voucher is an advance.
 */
export function receiptOfSale(sale: SaleToFiscalise): Unsent {
  const bonus = sumAmounts(sale.payments.flatMap(({ type, amount }) => (type === BONUS ? [amount] : [])))
  const sums = changeSums(
    sale.lines.map(({ sum }) => sum),
    (sale.roundingSum - bonus) as Amount,
  )
  const goods = sale.lines.flatMap((line, i) => byPiece({ ...line, sum: must(sums[i]) }))
  const lines = [...goods, ...sale.vouchers.map((voucher) => voucherLine(voucher, sale.voucherVatRate))]
  return {
    clientId: sale.clientId,
    operation: sale.isReturn ? 'SellReturn' : 'Sell',
    soldAt: sale.soldAt,
    timeZone: sale.timeZone,
    cashierName: sale.cashierName,
    taxSystem: sale.taxSystem,
    customer: { email: sale.customerEmail, phone: sale.customerPhone },
    lines,
    payments: paymentsOf(sale),
    change: sale.changeSum,
    total: sumAmounts(lines.map(({ sum }) => sum)),
    basis: sale.basis,
  }
}

function byPiece({ markingCodes, ...line }: SoldLine): FiscalLine[] {
  const { sum, quantity, vatRate } = line
  const fiscal = { ...line, vatSum: lineVat(sum, vatRate, true), isAdvance: false }
  const [code = null] = markingCodes
  if (markingCodes.length < 2 || markingCodes.length * UNIT !== quantity)
    return [{ ...fiscal, markingCode: code }]
  const pieces = markingCodes.map(() => 1)
  const [sums, vatSums] = [spread(sum, pieces), spread(fiscal.vatSum, pieces)]
  return markingCodes.map((markingCode, i) => ({
    ...fiscal,
    quantity: UNIT,
    sum: must(sums[i]),
    vatSum: must(vatSums[i]),
    markingCode,
  }))
}

const voucherLine = (
  { number, amount }: SaleToFiscalise['vouchers'][number],
  vatRate: Percent | null,
): FiscalLine => ({
  name: `Подарочный сертификат ${number}`,
  quantity: UNIT,
  price: amount,
  sum: amount,
  vatRate,
  unit: PIECE,
  vatSum: lineVat(amount, vatRate, true),
  subject: 'Good',
  isMarked: false,
  ntin: null,
  isAdvance: true,
  markingCode: null,
})

/** Returns the payments less change. Change is deducted where the till states, otherwise from cash. */
function paymentsOf({ payments, changeSum }: SaleToFiscalise): FiscalPayment[] {
  const isStated = payments.some(({ changeAmount }) => changeAmount !== null)
  let left = changeSum
  return payments.flatMap((payment) => {
    const { amount, changeAmount } = payment
    if (payment.type === BONUS || amount === 0) return []
    const type = TYPES[originOf(payment)] ?? 'Other'
    const back = isStated ? (changeAmount ?? 0) : type === 'Cash' ? Math.min(left, amount) : 0
    left = (left - back) as Amount
    const net = (amount - back) as Amount
    return net === 0 ? [] : [{ type, amount: net }]
  })
}
