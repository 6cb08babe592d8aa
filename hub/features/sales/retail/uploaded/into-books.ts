import { sql } from 'drizzle-orm'
import { organizationCurrencies } from '#hub/db/tables/catalog.ts'
import type { ForeignMoney } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { rateOfDay } from '#hub/documents/currency-rates.ts'
import { dayOf } from '#hub/documents/days.ts'
import { spread } from '#shared/documents/spread.ts'
import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import { type ExchangeRate, exchanged } from '#shared/money/exchange.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import { momentOf } from '../../moment.ts'
import type { Original } from './originals.ts'
import { toldAmount } from './promotions.ts'
import { type UploadedSale, voucherSumOf } from './uploaded-sale.ts'

/** Letters of ISO 4217, as far as the till told them. */
export const currencyOf = ({ currencyCode }: Pick<ReadSale, 'currencyCode'>): string =>
  currencyCode.trim().toUpperCase()

/**
 * The rates at which receipts in other currencies than that of the books are booked, by their ids: a return has that of its sale,
 * a sale that of its day. Those without a rate are not among them (docs/domain.md#receipts-in-another-currency).
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

/** False past the exact range: it is booked as it stands. */
function isExact(sale: ReadSale, rate: ExchangeRate): boolean {
  try {
    intoBooks(sale, rate)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * The receipt with its money in the currency of the books: each line rounded for itself, totals added up of them, and what was
 * paid split so that it comes to them. Throws RangeError past the exact range.
 */
export function intoBooks(
  sale: ReadSale,
  rate: ExchangeRate,
): { body: ReadSale; foreignMoney: ForeignMoney } {
  const of = (amount: Amount) => exchanged(amount, rate)
  const told = (amount: number) => amountToNumber(of(toldAmount(amount) as Amount))
  const lines = sale.lines.map((line) => ({
    ...line,
    ...{ price: of(line.price), discountAmount: of(line.discountAmount) },
    ...{ sum: of(line.sum), vatSum: of(line.vatSum) },
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
      ...{ ...sale, lines, vouchers, roundingSum, sum, changeSum },
      vatSum: sumAmounts(lines.map((line) => line.vatSum)),
      discountSum: sumAmounts(lines.map((line) => line.discountAmount)),
      discounts: sale.discounts.map((discount) => ({ ...discount, amount: told(discount.amount) })),
      trace: sale.trace.map((trace) => ({ ...trace, amount: told(trace.amount) })),
      payments: sale.payments.map((payment, at) => ({
        ...payment,
        amount: parts[at] ?? (0 as Amount),
        changeAmount: payment.changeAmount == null ? payment.changeAmount : of(payment.changeAmount),
      })),
    },
    foreignMoney: {
      ...{ currencyCode: currencyOf(sale), ...rate, sum: sale.sum, changeSum: sale.changeSum },
      payments: sale.payments.map(({ amount }) => amount),
    },
  }
}
