import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import type { SalesFigures, SalesReport, SalesReportQuery } from '#shared/contracts/reports/sales.ts'
import {
  type Amount,
  amountToNumber,
  type Percent,
  percentToNumber,
  type Quantity,
  quantityToNumber,
} from '#shared/money/decimal.ts'
import { invalidField } from '#shared/problems/problem.ts'
import { divided } from '../divide.ts'
import { readPeriods } from '../periods.ts'
import type { Sums } from '../sold/read-groups.ts'
import { type Paging, type Report, readReport, type Sides } from '../sold/report.ts'

export type SalesRequest = Omit<SalesReportQuery, 'page' | 'pageSize'>

/**
 * Returns sales and returns by group (docs/domain.md#report-on-sales). With `page` null, returns all rows.
 * Throws the errors of `readPeriods`.
 */
export async function readSalesReport(
  tx: Tx,
  query: SalesRequest,
  page: Paging | null,
): Promise<Report<SalesFigures>> {
  const { groupBy, sort } = query
  const isOfPayments = groupBy === 'paymentType'
  const choosesProducts = Boolean(query.productGroupIds ?? query.supplierId)
  const isOfProducts = groupBy === 'product' || groupBy === 'productGroup' || choosesProducts
  if (isOfPayments && choosesProducts)
    throw invalidField(['query', 'groupBy'], 'products are not paid one by one')
  return readReport(tx, {
    groupBy,
    filters: query,
    countsDocuments: true,
    ...(await readPeriods(tx, query)),
    sort,
    sorts: isOfPayments ? SORTS_OF_PAYMENTS : SORTS,
    main: 'netSum',
    page,
    ...(isOfProducts && { only: OF_PRODUCTS }),
    figuresOf: (group, total) =>
      isOfPayments ? figuresOfPayments(group, total) : figuresOf(group, total, isOfProducts),
  })
}

/** Figures omitted when grouping by payment type, because payments are not assigned to products. */
const OF_PRODUCTS = ['documents', 'quantity', 'sum', 'discount', 'rounding', 'vat'] as const

/** SQL for sorting by the figures below, using the columns of read-groups.ts. */
const SORTS = {
  receipts: sql`sold_documents`,
  returns: sql`returned_documents`,
  quantity: sql`sold_quantity - returned_quantity`,
  grossSum: sql`sold_sum - returned_sum - sold_rounding + returned_rounding + sold_discount - returned_discount`,
  discountSum: sql`sold_discount - returned_discount`,
  netSum: sql`sold_sum - returned_sum`,
  vatSum: sql`sold_vat - returned_vat`,
  averageReceipt: sql`round(sold_sum::numeric / nullif(sold_documents, 0))`,
  unitsPerReceipt: sql`round(sold_quantity::numeric / nullif(sold_documents, 0))`,
} satisfies Record<string, SQL>
const SORTS_OF_PAYMENTS: Record<string, SQL> = {
  ...Object.fromEntries(Object.keys(SORTS).map((field) => [field, sql`NULL::bigint`])),
  receipts: SORTS.receipts,
  returns: SORTS.returns,
  netSum: SORTS.netSum,
}

const less = ({ sold, returned }: Sides, name: keyof Sums): number => sold[name] - returned[name]
const money = (steps: number): number => amountToNumber(steps as Amount)

function shareOf(sides: Sides, total: Sides): number | null {
  const whole = less(total, 'sum')
  return whole === 0 ? null : percentToNumber(divided(less(sides, 'sum'), 10_000, whole) as Percent)
}

function figuresOf(sides: Sides, total: Sides, isOfProducts: boolean): SalesFigures {
  const { sold, returned } = sides
  const net = less(sides, 'sum')
  const [cash, card, qr, bonus] = (['cash', 'card', 'qr', 'bonus'] as const).map((name) => less(sides, name))
  const each = (value: number) => divided(value, 1, sold.documents)
  const hasSold = sold.documents > 0
  return {
    receipts: sold.documents,
    returns: returned.documents,
    quantity: quantityToNumber(less(sides, 'quantity') as Quantity),
    grossSum: money(net - less(sides, 'rounding') + less(sides, 'discount')),
    discountSum: money(less(sides, 'discount')),
    roundingSum: money(less(sides, 'rounding')),
    netSum: money(net),
    vatSum: money(less(sides, 'vat')),
    averageReceipt: hasSold ? money(each(sold.sum)) : null,
    unitsPerReceipt: hasSold ? quantityToNumber(each(sold.quantity) as Quantity) : null,
    share: shareOf(sides, total),
    payments: isOfProducts
      ? null
      : {
          cash: money(cash ?? 0),
          card: money(card ?? 0),
          qr: money(qr ?? 0),
          bonus: money(bonus ?? 0),
          other: money(net - (cash ?? 0) - (card ?? 0) - (qr ?? 0) - (bonus ?? 0)),
        },
  }
}

function figuresOfPayments(sides: Sides, total: Sides): SalesFigures {
  return {
    receipts: sides.sold.documents,
    returns: sides.returned.documents,
    quantity: null,
    grossSum: null,
    discountSum: null,
    roundingSum: null,
    vatSum: null,
    netSum: money(less(sides, 'sum')),
    averageReceipt: null,
    unitsPerReceipt: null,
    share: shareOf(sides, total),
    payments: null,
  }
}

export function presentSalesReport(
  { days, rows, count, totals, second }: Report<SalesFigures>,
  { groupBy, page, pageSize }: SalesReportQuery,
): SalesReport {
  return {
    ...days,
    groupBy,
    page,
    pageSize,
    total: count,
    totals,
    compared: second,
    items: rows.map(({ figures, ...row }) => ({ ...row, ...figures })),
  }
}
