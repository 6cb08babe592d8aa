import { type Amount, amount, type Cost, cost, type Quantity, quantity } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { InvoiceFile } from './invoices.ts'
import { amountOf, type Purchase } from './purchases.ts'

/** VAT rate in percent. Prices include VAT. */
export const VAT_RATE = 20

/** Revenue and cost in ten-thousandths of the major unit. */
export interface Profit {
  /** Revenue without VAT, minus returns. */
  revenue: bigint
  cost: bigint
}

export interface Costs {
  /** Unit costs by receipt line. */
  lines: Map<string, Cost>
  /** Remaining stock of each product, with quantities in thousandths and costs in ten-thousandths. */
  stock: Map<string, { quantity: bigint; average: bigint }>
}

interface Event {
  at: number
  productId: string
  units: bigint
  /** Cost of incoming goods. Null for outgoing and returned goods, which move at the average cost. */
  incoming: bigint | null
  line: string | null
}

export const lineOf = (saleId: string, lineNo: number): string => `${saleId} ${lineNo}`

/**
 * Calculates the moving average (docs/domain.md#moving-average) independently of the hub's code. Purchases
 * and receipts are in order of time, and receipts with the same time in journal order.
 */
export function computeCosts(
  file: InvoiceFile,
  purchases: readonly Purchase[],
  sales: readonly SaleBody[],
): Costs {
  const costs: Costs = { lines: new Map(), stock: new Map() }
  for (const { productId, units, incoming, line } of eventsOf(file, purchases, sales)) {
    const { quantity: held, average } = costs.stock.get(productId) ?? { quantity: 0n, average: 0n }
    const unit = incoming ?? average
    if (unit === 0n) throw new Error(`${productId} moves before it was bought`)
    const quantity = held + units
    const next =
      units < 0n
        ? average
        : held > 0n
          ? rounded(held * average + units * unit, quantity)
          : quantity > 0n
            ? unit
            : average
    costs.stock.set(productId, { quantity, average: next })
    if (line) costs.lines.set(line, Number(unit) as Cost)
  }
  return costs
}

function eventsOf(file: InvoiceFile, purchases: readonly Purchase[], sales: readonly SaleBody[]): Event[] {
  const goods = new Set([...file.products.values()].filter(({ kind }) => kind === 'Good').map(({ id }) => id))
  const bought = purchases.flatMap(({ at, lines }) =>
    lines.map((line) => ({
      at: at.getTime(),
      productId: line.productId,
      units: BigInt(line.quantity),
      line: null,
      incoming: rounded(BigInt(amountOf(line)) * 100_000n, BigInt(line.quantity)),
    })),
  )
  const sold = sales.flatMap(({ id, soldAt, isReturn, lines }) =>
    lines
      .filter(({ productId }) => goods.has(productId))
      .map(({ lineNo, productId, quantity: units }) => ({
        at: Date.parse(soldAt),
        productId,
        incoming: null,
        line: lineOf(id, lineNo),
        units: (isReturn ? 1n : -1n) * BigInt(quantity(units)),
      })),
  )
  return [...bought, ...sold].sort((a, b) => a.at - b.at)
}

/** Divides two integers and rounds half away from zero. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator
  const quotient = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -quotient : quotient
}

interface SoldLine {
  productId: string
  quantity: Quantity
  sum: Amount
  vatSum: Amount
  unitCost: Cost
}

/** Profits by product (docs/domain.md#profit): sales minus returns, and their costs. */
export class Profits extends Map<string, Profit> {
  add(isReturn: boolean, { productId, quantity, sum, vatSum, unitCost }: SoldLine): void {
    const sign = isReturn ? -1n : 1n
    const { revenue, cost } = this.get(productId) ?? { revenue: 0n, cost: 0n }
    this.set(productId, {
      revenue: revenue + sign * BigInt(sum - vatSum) * 100n,
      cost: cost + sign * rounded(BigInt(quantity) * BigInt(unitCost), 1000n),
    })
  }

  total(): Profit {
    let [revenue, cost] = [0n, 0n]
    for (const each of this.values()) {
      revenue += each.revenue
      cost += each.cost
    }
    return { revenue, cost }
  }
}

/** Returns the expected profits of the sales, using the costs calculated here. */
export function expectedProfits(sales: readonly SaleBody[], { lines: costs }: Costs): Profits {
  const profits = new Profits()
  for (const { id, isReturn, lines } of sales) {
    for (const { lineNo, productId, quantity: units, price } of lines) {
      const sum = Number(rounded(BigInt(quantity(units)) * BigInt(amount(price)), 1000n)) as Amount
      const vatSum = Number(rounded(BigInt(sum) * BigInt(VAT_RATE), BigInt(100 + VAT_RATE))) as Amount
      const unitCost = costs.get(lineOf(id, lineNo)) ?? (0 as Cost)
      profits.add(isReturn, { productId, quantity: quantity(units), sum, vatSum, unitCost })
    }
  }
  return profits
}

export interface HubLine {
  lineNo: number
  productId: string
  quantity: number
  sum: number
  vatSum: number
  unitCost?: number | undefined
}

/** Converts a line from the hub to the smallest units. */
export function stepsOf({ productId, quantity: units, sum, vatSum, unitCost }: HubLine): SoldLine {
  return {
    productId,
    quantity: quantity(units),
    sum: amount(sum),
    vatSum: amount(vatSum),
    unitCost: cost(must(unitCost, 'cost of a line')),
  }
}
