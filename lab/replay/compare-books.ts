import type { StockRow } from '#shared/contracts/inventory/stock.ts'
import { type Cost, cost, costToNumber } from '#shared/money/decimal.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { HeadOffice } from './head-office.ts'
import type { InvoiceFile } from './invoices.ts'
import { type Costs, computeCosts, expectedProfits, lineOf, type Profit, Profits, stepsOf } from './profit.ts'
import { type Purchase, sumOfPurchases } from './purchases.ts'

/** Purchases and profits, as calculated by the replay and from the hub's lines. */
export interface Books {
  bought: { purchases: number; pieces: number; sum: number }
  /** Number of lines whose costs were compared. */
  costs: number
  due: Profit
  hub: Profit
  differences: string[]
}

/** Purchases, sales, and the ids of the receipts received by the hub. */
interface Trade {
  file: InvoiceFile
  purchases: readonly Purchase[]
  sales: readonly SaleBody[]
  atHub: Iterable<string>
}

/** Compares the cost of each line, and the average cost and the profit of each product. */
export async function compareBooks(
  headOffice: HeadOffice,
  { file, purchases, sales, atHub }: Trade,
): Promise<Books> {
  const costs = computeCosts(file, purchases, sales)
  const due = expectedProfits(sales, costs)
  const hub = new Profits()
  const differences: string[] = []
  await headOffice.eachSale(atHub, ({ id, receiptNumber, isReturn, lines }) => {
    for (const line of lines) {
      const steps = stepsOf(line)
      hub.add(isReturn, steps)
      const expected = costs.lines.get(lineOf(id, line.lineNo)) ?? (0 as Cost)
      if (steps.unitCost === expected) continue
      const where = `receipt ${receiptNumber} line ${line.lineNo}`
      differences.push(`${where}: cost ${costToNumber(expected)} worked out, ${line.unitCost} at the hub`)
    }
  })
  differences.push(...(await differentAverages(headOffice, costs)), ...differentProfits(due, hub))
  const bought = purchases.flatMap(({ lines }) => lines)
  return {
    bought: {
      purchases: purchases.length,
      pieces: bought.reduce((sum, { quantity }) => sum + quantity, 0) / 1000,
      sum: sumOfPurchases(purchases),
    },
    costs: costs.lines.size,
    due: due.total(),
    hub: hub.total(),
    differences,
  }
}

async function differentAverages(headOffice: HeadOffice, { stock }: Costs): Promise<string[]> {
  const found: string[] = []
  for await (const { productId, averageCost = 0 } of headOffice.list<StockRow>(
    '/api/inventory/stock?sort=code',
  )) {
    const average = Number(stock.get(productId)?.average ?? 0n) as Cost
    if (average !== cost(averageCost))
      found.push(
        `average of product ${productId}: ${costToNumber(average)} worked out, ${averageCost} at the hub`,
      )
  }
  return found
}

function differentProfits(due: Profits, hub: Profits): string[] {
  const found: string[] = []
  for (const id of new Set([...due.keys(), ...hub.keys()])) {
    const [worked, reported] = [due.get(id), hub.get(id)].map((each) =>
      [each?.revenue, each?.cost].join(' less '),
    )
    if (worked !== reported)
      found.push(`profit of product ${id}: ${worked} worked out, ${reported} at the hub`)
  }
  return found
}
