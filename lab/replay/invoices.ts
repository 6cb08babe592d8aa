import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import { z } from 'zod'
import { type Amount, amount, type Quantity, quantity, toSteps } from '#shared/money/decimal.ts'
import { lineSum } from '#shared/pricing/line.ts'
import { idFromName } from '#shared/std/ids.ts'

export interface InvoiceLine {
  productId: string
  quantity: Quantity
  price: Amount
}

export interface Invoice {
  number: string
  /** True for a return, whose InvoiceNo begins with C. The file does not tell which invoice is returned. */
  isReturn: boolean
  lines: InvoiceLine[]
}

export interface Product {
  id: string
  code: string
  name: string
  price: Amount
  kind: 'Good' | 'Service'
}

export interface InvoiceFile {
  invoices: Invoice[]
  products: Map<string, Product>
  /** Number of lines that cannot be rung up at a till, by reason. */
  skipped: Map<string, number>
  linesRead: number
  /** Number of lines merged by a till with an earlier line of the same product and price. */
  merged: number
}

const Row = z.object({
  InvoiceNo: z.string().trim().min(1),
  StockCode: z.string().trim().min(1),
  Description: z.string().trim(),
  Quantity: z.coerce.number(),
  UnitPrice: z.coerce.number(),
})
type Row = z.infer<typeof Row>

/** Codes of postage, fees, discounts and the like, which have no stock. */
const SERVICES = new Set(['POST', 'DOT', 'M', 'C2', 'D', 'S', 'AMAZONFEE', 'BANK CHARGES'])

/** Reads invoices exported by a retailer. Throws when a row does not have the expected shape. */
export async function readInvoices(path: string): Promise<InvoiceFile> {
  const file: InvoiceFile = { invoices: [], products: new Map(), skipped: new Map(), linesRead: 0, merged: 0 }
  const byNumber = new Map<string, Invoice>()
  for await (const record of createReadStream(path).pipe(
    parse({ columns: true, bom: true, relax_quotes: true }),
  )) {
    file.linesRead += 1
    const row = Row.parse(record)
    const reason = unsellable(row)
    if (reason) {
      file.skipped.set(reason, (file.skipped.get(reason) ?? 0) + 1)
      continue
    }
    const product = productOf(file, row)
    let invoice = byNumber.get(row.InvoiceNo)
    if (!invoice) {
      invoice = { number: row.InvoiceNo, isReturn: row.InvoiceNo.startsWith('C'), lines: [] }
      byNumber.set(row.InvoiceNo, invoice)
      file.invoices.push(invoice)
    }
    addLine(file, invoice, product.id, quantity(Math.abs(row.Quantity)), amount(row.UnitPrice))
  }
  return file
}

/** Returns the reason why a line cannot be rung up at a till, or undefined when it can. */
function unsellable(row: Row): string | undefined {
  const isReturn = row.InvoiceNo.startsWith('C')
  if (row.UnitPrice === 0) return row.Description ? 'price is 0' : 'price is 0, no description'
  if (row.UnitPrice < 0) return 'price is negative'
  if (!row.Description) return 'no description'
  if (row.Quantity === 0) return 'quantity is 0'
  if (row.Quantity < 0 && !isReturn) return 'negative quantity on an ordinary invoice'
  if (row.Quantity > 0 && isReturn) return 'positive quantity on a cancellation'
  if (toSteps(row.UnitPrice, 2) === undefined) return 'price is finer than a penny'
  return undefined
}

function productOf(file: InvoiceFile, row: Row): Product {
  const known = file.products.get(row.StockCode)
  if (known) return known
  const product: Product = {
    id: idFromName(`replay ${row.StockCode}`),
    code: row.StockCode,
    name: row.Description,
    price: amount(row.UnitPrice),
    kind: SERVICES.has(row.StockCode) ? 'Service' : 'Good',
  }
  file.products.set(row.StockCode, product)
  return product
}

function addLine(
  file: InvoiceFile,
  invoice: Invoice,
  productId: string,
  units: Quantity,
  price: Amount,
): void {
  const same = invoice.lines.find((line) => line.productId === productId && line.price === price)
  if (same) {
    same.quantity = (same.quantity + units) as Quantity
    file.merged += 1
  } else invoice.lines.push({ productId, quantity: units, price })
}

export function sumOf(invoice: Invoice): Amount {
  return invoice.lines.reduce((sum, line) => sum + lineSum(line.quantity, line.price), 0) as Amount
}
