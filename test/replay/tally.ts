import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { StockRow } from '#shared/contracts/inventory/stock.ts'
import type { RetailSaleSummary } from '#shared/contracts/sales/retail-sales.ts'
import { type Amount, amount, amountToNumber, type Quantity, quantity } from '#shared/money/decimal.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { HeadOffice } from './head-office.ts'
import { type InvoiceFile, sumOf } from './invoices.ts'
import type { Purchase } from './purchases.ts'

/** What one party says was sold. */
export interface Tally {
  receipts: number
  returns: number
  lines: number
  sold: Amount
  returned: Amount
  /** Receipts by id, for those who know ids: their sum. */
  byId: Map<string, Amount>
}

const empty = (): Tally => ({
  receipts: 0,
  returns: 0,
  lines: 0,
  sold: 0 as Amount,
  returned: 0 as Amount,
  byId: new Map(),
})

function count(tally: Tally, sale: { id?: string; isReturn: boolean; lines: number; sum: Amount }): void {
  if (sale.isReturn) {
    tally.returns += 1
    tally.returned = (tally.returned + sale.sum) as Amount
  } else {
    tally.receipts += 1
    tally.sold = (tally.sold + sale.sum) as Amount
  }
  tally.lines += sale.lines
  if (sale.id) tally.byId.set(sale.id, sale.sum)
}

export function tallyFile(file: InvoiceFile): Tally {
  const tally = empty()
  for (const invoice of file.invoices) {
    count(tally, { isReturn: invoice.isReturn, lines: invoice.lines.length, sum: sumOf(invoice) })
  }
  return tally
}

/** The receipts straight from the journal's file, in its order; the agent must have ended. */
export function readJournal(dataDir: string): SaleBody[] {
  const journal = new Sqlite(join(dataDir, 'edge', 'journal.db'), { readonly: true })
  try {
    return journal
      .prepare<[], { body: string }>(`SELECT body FROM entries WHERE type = 'sale' ORDER BY seq`)
      .all()
      .map(({ body }) => JSON.parse(body) as SaleBody)
  } finally {
    journal.close()
  }
}

export function tallyJournal(sales: readonly SaleBody[]): Tally {
  const tally = empty()
  for (const { id, isReturn, lines, sum } of sales)
    count(tally, { id, isReturn, lines: lines.length, sum: amount(sum) })
  return tally
}

export async function tallyHub(headOffice: HeadOffice): Promise<Tally> {
  const tally = empty()
  for await (const sale of headOffice.list<RetailSaleSummary>(
    '/api/sales/retail?status=Posted&sort=receivedAt',
  )) {
    count(tally, { id: sale.id, isReturn: sale.isReturn, lines: sale.linesCount, sum: amount(sale.sum) })
  }
  return tally
}

/** What stock must have come to, by product: what was bought, less what was sold, more what came back. */
export function expectedStock(file: InvoiceFile, purchases: readonly Purchase[]): Map<string, Quantity> {
  const stock = new Map<string, Quantity>()
  for (const { productId, quantity: units } of purchases.flatMap(({ lines }) => lines))
    stock.set(productId, ((stock.get(productId) ?? 0) + units) as Quantity)
  const goods = new Set([...file.products.values()].filter(({ kind }) => kind === 'Good').map(({ id }) => id))
  for (const invoice of file.invoices) {
    for (const line of invoice.lines) {
      if (!goods.has(line.productId)) continue
      const change = invoice.isReturn ? line.quantity : -line.quantity
      stock.set(line.productId, ((stock.get(line.productId) ?? 0) + change) as Quantity)
    }
  }
  return stock
}

export async function hubStock(headOffice: HeadOffice): Promise<Map<string, Quantity>> {
  const stock = new Map<string, Quantity>()
  for await (const row of headOffice.list<StockRow>('/api/inventory/stock?sort=code&exactTotal=true')) {
    stock.set(row.productId, quantity(row.quantity))
  }
  return stock
}

/** Everything that does not agree, in words; empty when all is well. */
export function differences(
  columns: { file: Tally; journal: Tally; hub: Tally },
  shown: Map<string, Amount>,
  stock: { expected: Map<string, Quantity>; hub: Map<string, Quantity> },
): string[] {
  const { file, journal, hub } = columns
  const found: string[] = []
  for (const field of ['receipts', 'returns', 'lines', 'sold', 'returned'] as const) {
    if (file[field] !== journal[field]) found.push(`${field}: the file and the journal differ`)
    if (journal[field] !== hub[field]) found.push(`${field}: the journal and the hub differ`)
  }
  compare(shown, journal.byId, 'was shown to a customer and is not in the journal', found)
  compare(journal.byId, hub.byId, 'is in the journal and not at the hub', found)
  compare(hub.byId, journal.byId, 'is at the hub and not in the journal', found)
  for (const id of new Set([...stock.expected.keys(), ...stock.hub.keys()])) {
    const [due, is] = [stock.expected.get(id) ?? 0, stock.hub.get(id) ?? 0]
    if (due !== is) found.push(`stock of product ${id}: ${due / 1000} by the file, ${is / 1000} at the hub`)
  }
  return found
}

function compare(
  left: Map<string, Amount>,
  right: Map<string, Amount>,
  words: string,
  found: string[],
): void {
  for (const [id, sum] of left) {
    const other = right.get(id)
    if (other === undefined) found.push(`receipt ${id} ${words}`)
    else if (other !== sum) found.push(`receipt ${id}: ${amountToNumber(sum)} and ${amountToNumber(other)}`)
  }
}
