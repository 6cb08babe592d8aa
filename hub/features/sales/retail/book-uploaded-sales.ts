import { insertRows } from '#hub/db/insert-rows.ts'
import { retailSaleLines, retailSalePayments, retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type Movement, type OpenLedger, openLedger } from '#hub/ledger/open-ledger.ts'
import type { SaleFlag } from '#shared/contracts/retail-sales.ts'
import type { Cost, Percent, Quantity } from '#shared/money/decimal.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { ReadSale } from '#shared/sync/sale.ts'
import { createStubs } from './create-stubs.ts'
import { flagSale, isUsualVatRate } from './flag-sale.ts'
import { contextOf, placeOf, type SaleContext } from './sale-context.ts'
import { lineKey, loadSaleFacts, type SaleFacts } from './sale-facts.ts'
import type { UploadedSale } from './uploaded-sale.ts'

type Line = ReadSale['lines'][number] & { id: string }

/** Rows that are written together at the end. */
interface Rows {
  sales: (typeof retailSales.$inferInsert)[]
  lines: (typeof retailSaleLines.$inferInsert)[]
  payments: (typeof retailSalePayments.$inferInsert)[]
}

/**
 * Books sales that happened at tills, in their order. They are facts: nothing about them is a reason to refuse, so
 * prices, sums and people are taken as the receipts have them, and what looks wrong is flagged for a person. Answers the
 * flags of each.
 *
 * Any number of sales takes the same few statements, and each finds what those before it have left behind: the books
 * come out as if they had been booked one by one.
 */
export async function bookUploadedSales(tx: Tx, sales: readonly UploadedSale[]): Promise<SaleFlag[][]> {
  const facts = await loadSaleFacts(tx, sales)
  const stubs = await createStubs(tx, sales, facts)
  const ledger = await openLedger(
    tx,
    sales.flatMap((uploaded) => {
      const { storeId } = placeOf(uploaded, facts)
      return uploaded.body.lines
        .filter(({ productId }) => hasStock(facts, productId))
        .map(({ productId }) => ({ storeId, productId }))
    }),
  )
  const rows: Rows = { sales: [], lines: [], payments: [] }
  const flags = sales.map((uploaded) => {
    const context = contextOf(uploaded, facts, stubs)
    const lines = uploaded.body.lines.map((line) => ({ ...line, id: newId() }))
    const booked = book(tx, uploaded, lines, context, ledger, rows)
    remember(uploaded.body, lines, context, booked.unitCosts, facts, stubs)
    return booked.flags
  })
  await ledger.save()
  await insertRows(tx, retailSales, rows.sales)
  await insertRows(tx, retailSaleLines, rows.lines)
  await insertRows(tx, retailSalePayments, rows.payments)
  return flags
}

/** Services have none. */
function hasStock(facts: SaleFacts, productId: string): boolean {
  return must(facts.products.get(productId), 'product').kind !== 'Service'
}

function book(
  tx: Tx,
  uploaded: UploadedSale,
  lines: readonly Line[],
  context: SaleContext,
  ledger: OpenLedger,
  rows: Rows,
): { flags: SaleFlag[]; unitCosts: Map<string, Cost> } {
  const { organizationId } = tx
  const { body: sale, deviceId, receivedAt, notes } = uploaded
  const { storeId, retailPointId, moment } = context
  const posted = ledger.post(
    { type: 'RetailSale', id: sale.id, storeId, moment: moment.date },
    lines.flatMap((line) => movementOf(sale, line, context)),
  )
  const unitCosts = new Map(posted.map((movement) => [movement.lineId, movement.unitCost]))
  const flags = flagSale(uploaded, context, posted)
  rows.sales.push({
    organizationId,
    id: sale.id,
    number: context.number,
    receiptNumber: sale.receiptNumber,
    date: moment.date,
    status: 'Posted',
    isReturn: sale.isReturn,
    originalSaleId: sale.originalSaleId ?? null,
    storeId,
    shiftId: sale.shiftId ?? null,
    retailPointId,
    deviceId,
    cashierId: sale.cashierId,
    cashierName: sale.cashierName,
    sum: sale.sum,
    vatSum: sale.vatSum,
    discountSum: sale.discountSum,
    changeSum: sale.changeSum,
    linesCount: sale.lines.length,
    source: 'Pos',
    soldAt: storable(sale.soldAt, receivedAt),
    receivedAt,
    postedAt: new Date(),
    flags: [...notes, ...flags],
  })
  for (const line of lines) {
    rows.lines.push({
      organizationId,
      id: line.id,
      saleId: sale.id,
      lineNo: line.lineNo,
      productId: line.productId,
      productName: line.name,
      quantity: line.quantity,
      price: line.price,
      discountAmount: line.discountAmount,
      sum: line.sum,
      vatRate: storableVatRate(line.vatRate),
      vatSum: line.vatSum,
      unitCost: unitCosts.get(line.id) ?? (0 as Cost),
      originalLineNo: line.originalLineNo ?? null,
    })
  }
  for (const [position, { type, amount, reference }] of sale.payments.entries())
    rows.payments.push({
      organizationId,
      saleId: sale.id,
      position,
      type,
      amount,
      reference: reference ?? null,
    })
  return { flags, unitCosts }
}

/** Goods go out of the store, or come back at what they had cost when they went. */
function movementOf(sale: ReadSale, line: Line, context: SaleContext): Movement[] {
  const product = must(context.products.get(line.productId), 'product')
  if (product.kind === 'Service') return []
  const original = sale.isReturn ? context.originalLines.get(line.originalLineNo ?? 0) : undefined
  return [
    {
      lineId: line.id,
      productId: line.productId,
      quantity: (sale.isReturn ? line.quantity : -line.quantity) as Quantity,
      fallbackCost: product.cost,
      ...(original && { incomingCost: original.unitCost }),
    },
  ]
}

/** Changes the facts as the sale does once it is booked: the next one finds them so. */
function remember(
  sale: ReadSale,
  lines: readonly Line[],
  context: SaleContext,
  unitCosts: ReadonlyMap<string, Cost>,
  facts: SaleFacts,
  stubs: Set<string>,
): void {
  facts.numbers.add(context.number)
  for (const { productId } of lines) stubs.delete(productId)
  facts.originals.set(
    sale.id,
    new Map(
      lines.map(({ id, lineNo, quantity }) => [
        lineNo,
        { unitCost: unitCosts.get(id) ?? (0 as Cost), quantity },
      ]),
    ),
  )
  if (!sale.originalSaleId) return
  for (const { originalLineNo, quantity } of lines) {
    const key = lineKey(sale.originalSaleId, originalLineNo ?? 0)
    facts.returned.set(key, ((facts.returned.get(key) ?? 0) + quantity) as Quantity)
  }
}

/** PostgreSQL knows no year 0. */
function storable(soldAt: string, receivedAt: Date): Date {
  return soldAt < '0001' ? receivedAt : new Date(soldAt)
}

/** A rate past all reason does not fit its column; the flag tells it. */
function storableVatRate(rate: Percent | null): Percent | null {
  return isUsualVatRate(rate) || Math.abs(rate ?? 0) < 2 ** 31 ? rate : null
}
