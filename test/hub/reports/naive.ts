import type pg from 'pg'
import { must } from '#shared/std/must.ts'

/**
 * Computes sales and profit by the rules of docs/domain.md from each document, in integers and without
 * product code or SQL.
 */

// biome-ignore lint/suspicious/noExplicitAny: rows of tables, as they are
type Row = any

/**
 * Line of a posted document in the accounting currency. Sums are in hundredths, costs in ten-thousandths and
 * quantities in thousandths.
 */
export interface Sold {
  document: string
  isReturn: boolean
  isDemand: boolean
  at: Date
  store: string
  point: string | null
  employee: string | null
  customer: string | null
  product: string
  group: string | null
  supplier: string | null
  quantity: bigint
  sum: bigint
  discount: bigint
  rounding: bigint
  vat: bigint
  bonus: bigint
  cost: bigint
}
export interface Paid extends Omit<Sold, 'product' | 'group' | 'supplier' | 'quantity'> {
  type: string
}

/** Returns a ÷ b, rounded half away from zero. */
function rounded(a: bigint, b: bigint): bigint {
  if (b < 0n) return rounded(-a, -b)
  return a < 0n ? -rounded(-a, b) : (2n * a + b) / (2n * b)
}

export async function readSold(
  owner: pg.Client,
  organizationId: string,
): Promise<{ lines: Sold[]; paid: Paid[] }> {
  const read = async (query: string): Promise<Row[]> => (await owner.query(query, [organizationId])).rows
  const products = new Map(
    (await read('SELECT * FROM products WHERE organization_id = $1')).map((row) => [row.id, row]),
  )
  const sales = await read(`SELECT * FROM retail_sales WHERE organization_id = $1 AND status = 'Posted'`)
  const saleLines = await read('SELECT * FROM retail_sale_lines WHERE organization_id = $1 ORDER BY line_no')
  const payments = await read('SELECT * FROM retail_sale_payments WHERE organization_id = $1')
  const demands = await read(
    `SELECT * FROM documents WHERE organization_id = $1 AND status = 'Posted' AND type = 'Demand'`,
  )
  const demandLines = await read('SELECT * FROM document_lines WHERE organization_id = $1 ORDER BY line_no')
  const ofProduct = ({ product_id: product }: Row) => ({
    product,
    group: products.get(product).product_group_id,
    supplier: products.get(product).supplier_id,
  })
  const lines: Sold[] = []
  const paid: Paid[] = []
  for (const sale of sales) {
    const about = {
      document: sale.id,
      isReturn: sale.is_return,
      isDemand: false,
      at: sale.date,
      store: sale.store_id,
      point: sale.retail_point_id,
      employee: sale.cashier_id,
      customer: sale.customer_id,
    }
    const own = saleLines.filter((line) => line.sale_id === sale.id)
    const ways = payments.filter((payment) => payment.sale_id === sale.id)
    const inAll = (type: string) =>
      ways.filter((way) => way.type === type).reduce((sum, way) => sum + BigInt(way.amount), 0n)
    const types = [...new Set<string>(ways.map((way) => way.type))].sort()
    const given = (type: string) => inAll(type) - (type === 'Cash' ? BigInt(sale.change_sum) : 0n)
    // Points, gift vouchers and set-offs cannot pay for sold gift vouchers. The other payments share the
    // price of these vouchers in proportion to their amounts.
    const payers = types.filter((type) => !['GiftCard', 'Bonus', 'SetOff'].includes(type))
    const forVouchers = parts(BigInt(sale.voucher_sum), payers.map(given))
    for (const type of types) {
      const sum = given(type) - (forVouchers[payers.indexOf(type)] ?? 0n)
      if (sum === 0n && BigInt(sale.voucher_sum) !== 0n) continue
      paid.push({ ...about, type, sum, discount: 0n, rounding: 0n, vat: 0n, bonus: 0n, cost: 0n })
    }
    const sums = own.map((line) => BigInt(line.sum))
    const rounding = parts(BigInt(sale.sum) - total(sums), sums)
    const bonus = parts(inAll('Bonus'), sums)
    for (const [i, line] of own.entries()) {
      lines.push({
        ...about,
        ...ofProduct(line),
        quantity: BigInt(line.quantity),
        sum: must(sums[i]) + must(rounding[i]),
        rounding: must(rounding[i]),
        bonus: must(bonus[i]),
        discount: BigInt(line.discount_amount),
        vat: BigInt(line.vat_sum),
        cost: rounded(BigInt(line.quantity) * BigInt(line.unit_cost), 1000n),
      })
    }
  }
  for (const demand of demands) {
    const about = {
      document: demand.id,
      isReturn: false,
      isDemand: true,
      at: demand.date,
      store: demand.store_id,
      point: null,
      employee: demand.created_by_id,
      customer: demand.counterparty_id,
    }
    const exchanged = (value: bigint) =>
      rounded(value * BigInt(demand.rate), 1_000_000n * BigInt(demand.multiplicity))
    const own = demandLines.filter((line) => line.document_id === demand.id)
    const sums = own.map((line) => exchanged(BigInt(line.sum)))
    const rounding = parts(BigInt(demand.sum_in_organization_currency) - total(sums), sums)
    for (const [i, line] of own.entries()) {
      const [quantity, price] = [BigInt(line.quantity), BigInt(line.price)]
      const full = rounded(quantity * price, 100_000n)
      const reduced = rounded(quantity * price * (10_000n - BigInt(line.discount_percent)), 1_000_000_000n)
      lines.push({
        ...about,
        ...ofProduct(line),
        quantity,
        bonus: 0n,
        cost: BigInt(line.cost_sum),
        sum: must(sums[i]) + must(rounding[i]),
        rounding: must(rounding[i]),
        discount: exchanged(full - reduced),
        vat: exchanged(BigInt(line.vat_sum)),
      })
    }
  }
  return { lines, paid }
}

const total = (sums: readonly bigint[]): bigint => sums.reduce((sum, each) => sum + each, 0n)

/**
 * Splits a whole in proportion to the line sums. Each line gets the rounded share of the running total minus
 * the parts of earlier lines, so the parts add up.
 */
function parts(whole: bigint, sums: readonly bigint[]): bigint[] {
  const all = total(sums)
  let given = 0n
  let upTo = 0n
  return sums.map((sum, i) => {
    if (all === 0n) return i === 0 ? whole : 0n
    upTo += sum
    const part = rounded(whole * upTo, all) - given
    given += part
    return part
  })
}

/** Returns the key of a line or payment in a report with the given grouping. Days and hours are in the time zone. */
export function keyOf(groupBy: string, line: Sold | Paid, timeZone: string): string | null {
  const local = localOf(line.at, timeZone)
  const day = local.slice(0, 10)
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  switch (groupBy) {
    case 'product':
      return 'product' in line ? line.product : null
    case 'productGroup':
      return 'group' in line ? line.group : null
    case 'store':
      return line.store
    case 'retailPoint':
      return line.point
    case 'cashier':
    case 'employee':
      return line.employee
    case 'customer':
    case 'counterparty':
      return line.customer
    case 'hour':
      return String(Number(local.slice(11, 13)))
    case 'weekday':
      return String(weekday + 1)
    case 'day':
      return day
    case 'week':
      return new Date(Date.parse(day) - weekday * 86_400_000).toISOString().slice(0, 10)
    case 'month':
      return day.slice(0, 7)
    case 'paymentType':
      return 'type' in line ? line.type : null
    default:
      throw new Error(groupBy)
  }
}

export const dayOf = (line: Pick<Sold, 'at'>, timeZone: string): string =>
  localOf(line.at, timeZone).slice(0, 10)

/** Cache of formatters. Creating one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time as YYYY-MM-DD hh:mm:ss. */
function localOf(moment: Date, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, format)
  return format.format(moment)
}

type Summed = 'quantity' | 'sum' | 'discount' | 'rounding' | 'vat' | 'bonus' | 'cost'
const sumOf = (lines: readonly (Sold | Paid)[], name: Summed): bigint =>
  total(lines.map((line) => (line as Sold)[name] ?? 0n))
const sides = <Line extends Sold | Paid>(lines: readonly Line[]) => ({
  sold: lines.filter(({ isReturn }) => !isReturn),
  back: lines.filter(({ isReturn }) => isReturn),
})
const net = (lines: readonly (Sold | Paid)[], name: Summed): bigint =>
  sumOf(sides(lines).sold, name) - sumOf(sides(lines).back, name)
const documents = (lines: readonly (Sold | Paid)[]): number =>
  new Set(lines.map(({ document }) => document)).size
const money = (steps: bigint): number => Number(steps) / 100
const costly = (steps: bigint): number => Number(steps) / 10_000
const pieces = (steps: bigint): number => Number(steps) / 1000

/**
 * Returns the figures of the sales report. `paid` contains the payments of the same documents, or is null for
 * groupings that separate products.
 */
export function salesFigures(lines: readonly Sold[], all: readonly Sold[], paid: readonly Paid[] | null) {
  const { sold, back } = sides(lines)
  const receipts = documents(sold)
  const each = (steps: bigint) => rounded(steps, BigInt(receipts))
  const way = (type: string) =>
    net(
      (paid ?? []).filter((one) => one.type === type),
      'sum',
    )
  const named = ['Cash', 'Card', 'Qr', 'Bonus'].map(way)
  const [cash = 0n, card = 0n, qr = 0n, bonus = 0n] = named
  return {
    receipts,
    returns: documents(back),
    quantity: pieces(net(lines, 'quantity')),
    grossSum: money(net(lines, 'sum') - net(lines, 'rounding') + net(lines, 'discount')),
    discountSum: money(net(lines, 'discount')),
    roundingSum: money(net(lines, 'rounding')),
    netSum: money(net(lines, 'sum')),
    vatSum: money(net(lines, 'vat')),
    averageReceipt: receipts === 0 ? null : money(each(sumOf(sold, 'sum'))),
    unitsPerReceipt: receipts === 0 ? null : pieces(each(sumOf(sold, 'quantity'))),
    share: net(all, 'sum') === 0n ? null : money(rounded(net(lines, 'sum') * 10_000n, net(all, 'sum'))),
    payments: paid && {
      cash: money(cash),
      card: money(card),
      qr: money(qr),
      bonus: money(bonus),
      other: money(net(lines, 'sum') - total(named)),
    },
  }
}

export function paymentFigures(paid: readonly Paid[], all: readonly Paid[]) {
  const { sold, back } = sides(paid)
  return {
    receipts: documents(sold),
    returns: documents(back),
    quantity: null,
    grossSum: null,
    discountSum: null,
    roundingSum: null,
    netSum: money(net(paid, 'sum')),
    vatSum: null,
    averageReceipt: null,
    unitsPerReceipt: null,
    share: net(all, 'sum') === 0n ? null : money(rounded(net(paid, 'sum') * 10_000n, net(all, 'sum'))),
    payments: null,
  }
}

export function profitFigures(lines: readonly Sold[], excludeVat = false) {
  const { sold, back } = sides(lines)
  const revenue = (side: readonly Sold[]) =>
    sumOf(side, 'sum') - sumOf(side, 'bonus') - (excludeVat ? sumOf(side, 'vat') : 0n)
  const by = (sum: bigint, side: readonly Sold[]) =>
    sumOf(side, 'quantity') === 0n ? 0n : rounded(sum * 1000n, sumOf(side, 'quantity'))
  const ratio = (a: bigint, b: bigint) => (b === 0n ? 0 : Number(rounded(a * 10_000n, b)) / 10_000)
  const netRevenue = revenue(sold) - revenue(back)
  const netCost = net(lines, 'cost')
  const profit = netRevenue * 100n - netCost
  return {
    sellQuantity: pieces(sumOf(sold, 'quantity')),
    sellPrice: money(by(revenue(sold), sold)),
    sellSum: money(revenue(sold)),
    sellCost: costly(by(sumOf(sold, 'cost'), sold)),
    sellCostSum: costly(sumOf(sold, 'cost')),
    returnQuantity: pieces(sumOf(back, 'quantity')),
    returnPrice: money(by(revenue(back), back)),
    returnSum: money(revenue(back)),
    returnCost: costly(by(sumOf(back, 'cost'), back)),
    returnCostSum: costly(sumOf(back, 'cost')),
    discountSum: money(net(lines, 'discount')),
    bonusSum: money(net(lines, 'bonus')),
    netRevenue: money(netRevenue),
    netCost: costly(netCost),
    profit: costly(profit),
    margin: ratio(profit, netCost),
    salesMargin: ratio(profit, netRevenue * 100n),
  }
}

const DAY_MS = 86_400_000
const daysFrom = (from: string, to: string): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, i) =>
    new Date(Date.parse(from) + i * DAY_MS).toISOString().slice(0, 10),
  )

/**
 * Returns the XYZ class and the variation of the weekly sales of each product. Only whole weeks within the
 * period since the first stock receipt count.
 */
export async function weekFigures(
  owner: pg.Client,
  organizationId: string,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
  lines: readonly Sold[],
): Promise<Map<string, { xyz: string | null; variation: number | null }>> {
  const { rows } = await owner.query(
    'SELECT product_id, moment FROM stock_movements WHERE organization_id = $1 AND quantity > 0 ORDER BY moment',
    [organizationId],
  )
  const came = new Map<string, string>()
  for (const { product_id: product, moment } of rows)
    if (!came.has(product)) came.set(product, dayOf({ at: moment }, timeZone))
  const figures = new Map<string, { xyz: string | null; variation: number | null }>()
  for (const product of new Set(lines.map((line) => line.product))) {
    const weeks: number[] = []
    const day = new Date(`${from}T00:00:00Z`)
    const text = (ahead: number) => new Date(day.getTime() + ahead * 86_400_000).toISOString().slice(0, 10)
    for (; text(6) <= to; day.setUTCDate(day.getUTCDate() + 1)) {
      if (day.getUTCDay() !== 1 || text(6) < (came.get(product) ?? '')) continue
      const own = lines.filter((line) => {
        const on = dayOf(line, timeZone)
        return line.product === product && on >= text(0) && on <= text(6)
      })
      weeks.push(own.reduce((sum, line) => sum + Number(line.isReturn ? -line.quantity : line.quantity), 0))
    }
    figures.set(product, evenness(weeks))
  }
  return figures
}

function evenness(weeks: readonly number[]): { xyz: string | null; variation: number | null } {
  if (weeks.length < 2) return { xyz: null, variation: null }
  const mean = weeks.reduce((sum, each) => sum + each) / weeks.length
  if (mean <= 0) return { xyz: 'Z', variation: null }
  const squares = weeks.map((each) => (each - mean) ** 2)
  const deviation = Math.sqrt(squares.reduce((sum, each) => sum + each) / weeks.length)
  const variation = Number(((deviation / mean) * 100).toFixed(2))
  if (variation > 25) return { xyz: 'Z', variation }
  return { xyz: variation > 10 ? 'Y' : 'X', variation }
}

/**
 * Returns the figures of the stock report by `store product`, computed from every movement. `lines` contains
 * all sales.
 */
export async function stockFigures(
  owner: pg.Client,
  organizationId: string,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
  lines: readonly Sold[],
) {
  const { rows } = await owner.query<Row>(
    'SELECT * FROM stock_movements WHERE organization_id = $1 ORDER BY moment, seq',
    [organizationId],
  )
  const moved = rows.map((row) => ({
    place: `${row.store_id} ${row.product_id}`,
    day: localOf(row.moment, timeZone).slice(0, 10),
    quantity: BigInt(row.quantity),
    cost: BigInt(row.cost_sum),
    balance: BigInt(row.balance_after),
    value: rounded(BigInt(row.balance_after) * BigInt(row.average_after), 1000n),
  }))
  const period = daysFrom(from, to)
  const before = new Date(Date.parse(from) - DAY_MS).toISOString().slice(0, 10)
  const windowStart = new Date(Date.parse(to) - 29 * DAY_MS).toISOString().slice(0, 10)
  const places = Map.groupBy(
    moved.filter(({ day }) => day <= to),
    ({ place }) => place,
  )
  return new Map(
    [...places].map(([place, own]) => {
      const at = (day: string) => own.findLast((one) => one.day <= day) ?? { balance: 0n, value: 0n }
      const within = own.filter(({ day }) => day >= from)
      const [ins, outs] = [
        within.filter((one) => one.quantity > 0n),
        within.filter((one) => one.quantity < 0n),
      ]
      const sumUp = (some: typeof own, name: 'quantity' | 'cost') => total(some.map((one) => one[name]))
      const costDays = total(period.map((day) => at(day).value))
      const count = BigInt(period.length)
      const sold = lines.filter((line) => `${line.store} ${line.product}` === place)
      const ofDays = (first: string) =>
        sold.filter((line) => dayOf(line, timeZone) >= first && dayOf(line, timeZone) <= to)
      const [inPeriod, inWindow] = [ofDays(from), ofDays(windowStart)]
      const firstReceipt = own.find((one) => one.quantity > 0n)?.day ?? windowStart
      const salesDays = BigInt(daysFrom(firstReceipt > windowStart ? firstReceipt : windowStart, to).length)
      const soldCost = net(inPeriod, 'cost')
      const profit = (net(inPeriod, 'sum') - net(inPeriod, 'bonus')) * 100n - soldCost
      const byStock = (value: bigint) =>
        costDays === 0n ? null : Number(rounded(value * count * 10_000n, costDays)) / 10_000
      const [opening, closing] = [at(before), at(to)]
      const figures = {
        openingQuantity: pieces(opening.balance),
        openingSum: costly(opening.value),
        inQuantity: pieces(sumUp(ins, 'quantity')),
        inSum: costly(sumUp(ins, 'cost')),
        outQuantity: pieces(-sumUp(outs, 'quantity')),
        outSum: costly(-sumUp(outs, 'cost')),
        closingQuantity: pieces(closing.balance),
        closingSum: costly(closing.value),
        revaluation: costly(closing.value - opening.value - sumUp(within, 'cost')),
        averageStock: costly(rounded(costDays, count)),
        turnoverRatio: byStock(soldCost),
        gmroi: byStock(profit),
        turnoverDays:
          costDays === 0n || soldCost === 0n ? null : Number(rounded(costDays * 10n, soldCost)) / 10,
        averageDailySales: pieces(rounded(net(inWindow, 'quantity'), salesDays)),
      }
      return [place, figures] as const
    }),
  )
}
