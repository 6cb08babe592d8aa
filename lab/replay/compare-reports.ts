import { SALES_REPORT, type SalesReport } from '#shared/contracts/reports/sales.ts'
import { type Amount, amount, amountToNumber, type Quantity, quantity } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { HeadOffice } from './head-office.ts'
import type { InvoiceFile } from './invoices.ts'

type Row = SalesReport['items'][number]

/** Net sales by product, or by month such as 2027-03. */
type Sold = Map<string, { quantity: Quantity; sum: Amount }>

export interface Reported {
  /** Revenue by month, from the file and the sale times in the journal. */
  months: Map<string, Amount>
  /** Products with the highest revenue, in descending order. */
  top: { code: string; name: string; sum: Amount }[]
  differences: string[]
}

const TOP = 10
/** Returns the month in the organization's time zone, London. */
const monthOf = (moment: string): string =>
  new Date(moment).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' }).slice(0, 7)

/** Compares the hub's sales reports by month and by product with the file. */
export async function compareReports(
  headOffice: HeadOffice,
  { file, sales }: { file: InvoiceFile; sales: readonly SaleBody[] },
): Promise<Reported> {
  const months = byMonth(sales)
  const products = byProduct(file)
  const differences = [
    ...different('month', months, await read(headOffice, 'month', months)),
    ...different('product', products, await read(headOffice, 'product', months)),
  ]
  const top = [...products].toSorted(([, one], [, other]) => other.sum - one.sum).slice(0, TOP)
  differences.push(...(await differentOrder(headOffice, months, top)))
  const known = new Map([...file.products.values()].map((product) => [product.id, product]))
  return {
    months: new Map([...months].map(([month, { sum }]) => [month, sum])),
    top: top.map(([id, { sum }]) => ({
      code: known.get(id)?.code ?? '',
      name: known.get(id)?.name ?? '',
      sum,
    })),
    differences,
  }
}

function add(sold: Sold, key: string, units: number, sum: number): void {
  const before = sold.get(key) ?? { quantity: 0, sum: 0 }
  sold.set(key, {
    quantity: (before.quantity + units) as Quantity,
    sum: (before.sum + sum) as Amount,
  })
}

/** Adds up sales by month. The file has no dates, so the time of ringing up counts. */
function byMonth(sales: readonly SaleBody[]): Sold {
  const sold: Sold = new Map()
  for (const { soldAt, isReturn, lines, sum } of sales) {
    const sign = isReturn ? -1 : 1
    const pieces = lines.reduce((all, line) => all + quantity(line.quantity), 0)
    add(sold, monthOf(soldAt), sign * pieces, sign * amount(sum))
  }
  return sold
}

function byProduct({ invoices }: InvoiceFile): Sold {
  const sold: Sold = new Map()
  for (const { isReturn, lines } of invoices) {
    const sign = isReturn ? -1 : 1
    for (const { productId, quantity: units, price } of lines)
      add(sold, productId, sign * units, sign * lineSum(units, price))
  }
  return sold
}

/** Returns the path of the report from the first day of the first month to the last day of the last month. */
function pathOf(groupBy: 'month' | 'product', months: Sold): string {
  const [first, last] = [[...months.keys()].toSorted().at(0), [...months.keys()].toSorted().at(-1)]
  const to = new Date(`${last}-01T00:00:00Z`)
  to.setUTCMonth(to.getUTCMonth() + 1, 0)
  return `${SALES_REPORT.path}?groupBy=${groupBy}&from=${first}-01&to=${to.toISOString().slice(0, 10)}`
}

async function read(headOffice: HeadOffice, groupBy: 'month' | 'product', months: Sold): Promise<Sold> {
  const sold: Sold = new Map()
  for await (const row of headOffice.list<Row>(pathOf(groupBy, months)))
    add(sold, row.key ?? 'nothing', quantity(row.quantity ?? 0), amount(row.netSum))
  return sold
}

function different(noun: string, due: Sold, reported: Sold): string[] {
  return [...new Set([...due.keys(), ...reported.keys()])].flatMap((key) => {
    const [expected, is] = [due, reported].map((sold) => {
      const { quantity: units, sum } = sold.get(key) ?? { quantity: 0, sum: 0 as Amount }
      return `${units / 1000} for ${amountToNumber(sum)}`
    })
    return expected === is ? [] : [`report of ${noun} ${key}: ${expected} by the file, ${is} by the hub`]
  })
}

/** Returns the differences in the first page of the report, sorted by revenue in descending order. */
async function differentOrder(
  headOffice: HeadOffice,
  months: Sold,
  top: readonly [string, { sum: Amount }][],
): Promise<string[]> {
  const path = `${pathOf('product', months)}&sort=-netSum&pageSize=${TOP}`
  const { items } = await headOffice.get<SalesReport>(path)
  const [due, reported] = [top.map(([, { sum }]) => sum), items.map(({ netSum }) => amount(netSum))]
  return due.join() === reported.join() ? [] : [`top products: ${due} by the file, ${reported} by the hub`]
}
