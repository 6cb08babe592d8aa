import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { StockRow } from '#shared/contracts/inventory/stock.ts'
import type { RetailSaleSummary } from '#shared/contracts/sales/retail-sales.ts'
import { type Amount, amount, amountToNumber, type Quantity, quantity } from '#shared/money/decimal.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import { partsOf } from './cashier.ts'
import type { HeadOffice } from './head-office.ts'
import { type InvoiceFile, sumOf } from './invoices.ts'
import type { Purchase } from './purchases.ts'

/** Sales counted from one source. */
export interface Tally {
  receipts: number
  returns: number
  lines: number
  sold: Amount
  returned: Amount
  /** Amounts paid and refunded by tender, with change deducted. */
  tenders: Map<string, Amount>
  /** Sums of receipts by id, for sources with ids. */
  byId: Map<string, Amount>
}

const empty = (): Tally => ({
  receipts: 0,
  returns: 0,
  lines: 0,
  sold: 0 as Amount,
  returned: 0 as Amount,
  tenders: new Map(),
  byId: new Map(),
})

interface Counted {
  id?: string
  isReturn: boolean
  lines: number
  sum: Amount
  /** Payments. Cash includes the change. */
  payments: readonly { type: string; amount: Amount }[]
  changeSum: Amount
}

function count(tally: Tally, sale: Counted): void {
  if (sale.isReturn) {
    tally.returns += 1
    tally.returned = (tally.returned + sale.sum) as Amount
  } else {
    tally.receipts += 1
    tally.sold = (tally.sold + sale.sum) as Amount
  }
  tally.lines += sale.lines
  for (const { type, amount: paid } of sale.payments) pay(tally, sale, type, paid)
  if (sale.changeSum !== 0) pay(tally, sale, 'Cash', -sale.changeSum)
  if (sale.id) tally.byId.set(sale.id, sale.sum)
}

function pay({ tenders }: Tally, { isReturn }: Counted, type: string, paid: number): void {
  const name = isReturn ? `${type} back` : type
  tenders.set(name, ((tenders.get(name) ?? 0) + paid) as Amount)
}

export function tallyFile(file: InvoiceFile): Tally {
  const tally = empty()
  for (const [index, invoice] of file.invoices.entries()) {
    const { isReturn, lines } = invoice
    const sum = sumOf(invoice)
    const payments = partsOf(sum, index)
    count(tally, { isReturn, lines: lines.length, sum, payments, changeSum: 0 as Amount })
  }
  return tally
}

/** Reads the receipts from the journal file in order. The agent must have ended. */
export function readJournal(dataDir: string): SaleBody[] {
  const journal = new Sqlite(join(dataDir, 'edge', 'journal.db'), { readonly: true })
  try {
    return journal
      .prepare<[], { body: string }>(`SELECT body FROM entries WHERE type = 'sale' ORDER BY position`)
      .all()
      .map(({ body }) => JSON.parse(body) as SaleBody)
  } finally {
    journal.close()
  }
}

export function tallyJournal(sales: readonly SaleBody[]): Tally {
  const tally = empty()
  for (const { id, isReturn, lines, ...money } of sales)
    count(tally, { id, isReturn, lines: lines.length, ...inSteps(money) })
  return tally
}

export async function tallyHub(headOffice: HeadOffice): Promise<Tally> {
  const tally = empty()
  for await (const { id, isReturn, linesCount, ...money } of headOffice.list<RetailSaleSummary>(
    '/api/sales/retail?status=Posted&sort=receivedAt',
  )) {
    count(tally, { id, isReturn, lines: linesCount, ...inSteps(money) })
  }
  return tally
}

interface Money {
  sum: number
  payments: readonly { type: string; amount: number }[]
  changeSum: number
}

function inSteps({ sum, payments, changeSum }: Money): Pick<Counted, 'sum' | 'payments' | 'changeSum'> {
  return {
    sum: amount(sum),
    payments: payments.map(({ type, amount: paid }) => ({ type, amount: amount(paid) })),
    changeSum: amount(changeSum),
  }
}

/** Returns the expected stock by product: purchases minus sales plus returns. */
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
    if (row.lastMovementAt !== null) stock.set(row.productId, quantity(row.quantity))
  }
  return stock
}

/** Returns descriptions of all differences, empty when everything matches. */
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
  for (const way of new Set([file, journal, hub].flatMap(({ tenders }) => [...tenders.keys()]))) {
    const [due, written, booked] = [file, journal, hub].map(({ tenders }) => tenders.get(way) ?? 0)
    if (due !== written) found.push(`${way}: the file and the journal differ`)
    if (written !== booked) found.push(`${way}: the journal and the hub differ`)
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
