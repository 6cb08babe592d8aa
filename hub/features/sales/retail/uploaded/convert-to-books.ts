import { sql } from 'drizzle-orm'
import { dayOf } from '#hub/db/days.ts'
import { organizationCurrencies } from '#hub/db/tables/catalog.ts'
import type { ForeignMoney } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { rateOfDay } from '#hub/documents/currency-rates.ts'
import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { type ExchangeRate, exchanged } from '#shared/money/exchange.ts'
import { spread } from '#shared/money/spread.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import { momentOf } from '../../moment.ts'
import type { Original } from './originals.ts'
import { statedAmount } from './stated-amount.ts'
import { type UploadedSale, voucherSumOf } from './uploaded-sale.ts'

/** Returns the ISO 4217 code of the currency sent by the till. */
export const currencyOf = ({ currencyCode }: Pick<ReadSale, 'currencyCode'>): string =>
  currencyCode.trim().toUpperCase()

/**
 * Returns exchange rates by receipt id for receipts in a currency other than that of the books. A return uses
 * the rate of its sale, a sale the rate of its day. Receipts without a known rate are omitted
 * (docs/domain.md#receipts-in-another-currency).
 */
export async function loadRates(
  tx: Tx,
  sales: readonly UploadedSale[],
  originals: ReadonlyMap<string, Original>,
  { currency, timeZone }: { currency: string; timeZone: string },
): Promise<Map<string, ExchangeRate>> {
  const rates = new Map<string, ExchangeRate>()
  const foreign = sales.filter(({ body }) => currencyOf(body) !== '' && currencyOf(body) !== currency)
  if (foreign.length === 0) return rates
  const known = await tx
    .select({ id: organizationCurrencies.id, isoCode: organizationCurrencies.isoCode })
    .from(organizationCurrencies)
    .where(sql`${organizationCurrencies.organizationId} = ${tx.organizationId}`)
  const idOf = new Map(known.map(({ id, isoCode }) => [isoCode, id]))
  for (const { body, receivedAt } of foreign) {
    const id = idOf.get(currencyOf(body))
    const basis = originals.get(body.originalSaleId ?? '')?.foreignMoney
    const ofBasis = basis?.currencyCode === currencyOf(body) ? basis : rates.get(body.originalSaleId ?? '')
    const day = dayOf(momentOf(body.soldAt, body.clock, receivedAt).date, timeZone)
    const rate = ofBasis ?? (id && (await rateOfDay(tx, id, day)))
    if (rate && isExact(body, rate)) rates.set(body.id, { rate: rate.rate, multiplicity: rate.multiplicity })
  }
  return rates
}

/** Returns false when an amount exceeds the exact range. The receipt is then booked unconverted. */
function isExact(sale: ReadSale, rate: ExchangeRate): boolean {
  try {
    convertToBooks(sale, rate)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * Converts the money of a receipt to the currency of the books. Each line is rounded separately, totals are
 * the sums of the lines, and payments are distributed to match the totals. Throws `RangeError` when an amount
 * exceeds the exact range.
 */
export function convertToBooks(
  sale: ReadSale,
  rate: ExchangeRate,
): { body: ReadSale; foreignMoney: ForeignMoney } {
  const of = (amount: Amount) => exchanged(amount, rate)
  const converted = (amount: number) => amountToNumber(of(statedAmount(amount) as Amount))
  const lines = sale.lines.map((line) => ({
    ...line,
    price: of(line.price),
    discountAmount: of(line.discountAmount),
    sum: of(line.sum),
    vatSum: of(line.vatSum),
  }))
  const roundingSum = of(sale.roundingSum)
  const vouchers = sale.vouchers.map((voucher) => ({ ...voucher, amount: of(voucher.amount) }))
  const sum = sumAmounts([...lines.map((line) => line.sum), roundingSum])
  const changeSum = of(sale.changeSum)
  const paid = sum + voucherSumOf({ vouchers }) + changeSum
  const parts = spread(
    Math.max(0, paid) as Amount,
    sale.payments.map(({ amount }) => amount),
  )
  return {
    body: {
      ...sale,
      lines,
      vouchers,
      roundingSum,
      sum,
      changeSum,
      vatSum: sumAmounts(lines.map((line) => line.vatSum)),
      discountSum: sumAmounts(lines.map((line) => line.discountAmount)),
      discounts: sale.discounts.map((discount) => ({ ...discount, amount: converted(discount.amount) })),
      trace: sale.trace.map((trace) => ({ ...trace, amount: converted(trace.amount) })),
      payments: sale.payments.map((payment, at) => ({
        ...payment,
        amount: parts[at] ?? (0 as Amount),
        changeAmount: payment.changeAmount == null ? payment.changeAmount : of(payment.changeAmount),
      })),
    },
    foreignMoney: {
      currencyCode: currencyOf(sale),
      ...rate,
      sum: sale.sum,
      changeSum: sale.changeSum,
      payments: sale.payments.map(({ amount }) => amount),
    },
  }
}
