import { and, eq, sql } from 'drizzle-orm'
import { among, type Given, statement } from '#hub/db/statement.ts'
import { retailSalePayments, retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { SET_OFF } from '#shared/domain/tenders.ts'
import { type Flag, flag } from '#shared/flags/flag.ts'
import { type Amount, amountToNumber, sumAmounts } from '#shared/money/decimal.ts'
import type { ReadSale } from '#shared/sync/sale.ts'

/** Sale or return that is one half of an exchange. */
export interface ExchangeHalf {
  isReturn: boolean
  exchangeSaleId: string | null
  setOff: Amount
}

export function halfOf({ isReturn, exchangeSaleId = null, payments }: ReadSale): ExchangeHalf {
  const rows = payments.filter(({ type }) => type === SET_OFF)
  return { isReturn, exchangeSaleId, setOff: sumAmounts(rows.map(({ amount }) => amount)) }
}

/** Returns the halves that are already booked, by id. */
export async function loadHalves(tx: Tx, ids: readonly string[]): Promise<Map<string, ExchangeHalf>> {
  if (ids.length === 0) return new Map()
  const rows = await halvesAmong(tx, { ids })
  return new Map(rows.map(({ id, ...half }) => [id, half]))
}

const halvesAmong = statement('sale-facts.exchange-halves', (given: Given<'ids'>, db) =>
  db
    .select({
      id: retailSales.id,
      isReturn: retailSales.isReturn,
      exchangeSaleId: retailSales.exchangeSaleId,
      setOff:
        sql`coalesce(sum(coalesce((${retailSales.foreignMoney} -> 'payments' ->> ${retailSalePayments.position})::bigint,
        ${retailSalePayments.amount})), 0)`.mapWith((value) => Number(value) as Amount),
    })
    .from(retailSales)
    .leftJoin(
      retailSalePayments,
      and(
        eq(retailSalePayments.organizationId, retailSales.organizationId),
        eq(retailSalePayments.saleId, retailSales.id),
        eq(retailSalePayments.type, SET_OFF),
      ),
    )
    .where(and(eq(retailSales.organizationId, given.organizationId), among(retailSales.id, given.ids)))
    .groupBy(retailSales.id, retailSales.isReturn, retailSales.exchangeSaleId),
)

/**
 * Flags differences between the halves of an exchange (docs/domain.md#exchanges). Only the half that is
 * booked last is flagged, because a missing other half is not an error yet.
 */
export function* flagExchange(sale: ReadSale, other: ExchangeHalf | null): Generator<Flag> {
  const own = halfOf(sale)
  const here = amountToNumber(own.setOff)
  if (own.exchangeSaleId === null && own.setOff > 0) yield flag('exchange_differs.alone', { here })
  if (!other) return
  if (other.exchangeSaleId !== sale.id || other.isReturn === own.isReturn)
    yield flag('exchange_differs.unlike')
  else if (other.setOff !== own.setOff)
    yield flag('exchange_differs.sums', { here, there: amountToNumber(other.setOff) })
}
