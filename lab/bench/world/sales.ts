import { join } from 'node:path'
import { Journal } from '#edge/journal/journal.ts'
import { recordSale } from '#edge/journal/record-sale.ts'
import type { SignedUp } from '#shared/contracts/account/auth.ts'
import { type Amount, amountToNumber, percent, percentToNumber, quantity } from '#shared/money/decimal.ts'
import { saleTotals } from '#shared/pricing/sale.ts'
import { newId } from '#shared/std/ids.ts'
import { must } from '#shared/std/must.ts'
import type { SaleBody } from '#shared/sync/sale.ts'
import type { CatalogProduct } from './catalog.ts'

export const LINES_PER_SALE = 5
const VAT_RATE = percent(12)

export type NewSale = Omit<SaleBody, 'receiptNumber'>

/**
 * Composes sales of five lines, each with one piece at the catalog price, paid in cash. The products rotate.
 * `hot`, if given, is the first line of every sale.
 */
export function composeSales(
  shop: SignedUp,
  products: readonly CatalogProduct[],
  count: number,
  hot?: CatalogProduct,
): NewSale[] {
  return Array.from({ length: count }, (_, sale) => {
    const chosen = Array.from({ length: LINES_PER_SALE }, (_, line) =>
      must(products[(sale * LINES_PER_SALE + line) % products.length]),
    )
    if (hot) chosen[0] = hot
    return composeSale(shop, chosen)
  })
}

function composeSale(shop: SignedUp, products: readonly CatalogProduct[]): NewSale {
  const lines = products.map(({ price }) => ({
    quantity: quantity(1),
    price: price as Amount,
    discountAmount: 0 as Amount,
    vatRate: VAT_RATE,
  }))
  const totals = saleTotals(lines, true)
  return {
    schema: 1,
    id: newId(),
    isReturn: false,
    originalSaleId: null,
    retailPointId: shop.retailPointId,
    storeId: shop.storeId,
    tillId: 'till-0001',
    cashierId: shop.employeeId,
    cashierName: 'Садыкова',
    soldAt: new Date().toISOString(),
    clock: {
      utcOffsetMinutes: 300,
      timeZone: 'Asia/Almaty',
      bootId: 'bench',
      monotonicMs: 1,
      hubOffsetMs: 0,
    },
    currencyCode: 'KZT',
    vatIncluded: true,
    lines: products.map(({ id, name, code, barcode, price }, index) => ({
      lineNo: index + 1,
      productId: id,
      name,
      code,
      barcode,
      unitName: 'шт',
      quantity: 1,
      price: amountToNumber(price as Amount),
      listPrice: amountToNumber(price as Amount),
      discountAmount: 0,
      sum: amountToNumber(must(totals.lines[index]).sum),
      vatRate: percentToNumber(VAT_RATE),
      vatSum: amountToNumber(must(totals.lines[index]).vatSum),
      originalLineNo: null,
    })),
    sum: amountToNumber(totals.sum),
    vatSum: amountToNumber(totals.vatSum),
    discountSum: 0,
    payments: [{ type: 'Cash', amount: amountToNumber(totals.sum), reference: null }],
    changeSum: 0,
  }
}

/** Records sales in the journal like an offline agent. The agent must not be running. */
export function recordSales(folder: string, sales: readonly NewSale[]): void {
  const journal = Journal.open(join(folder, 'journal.db'))
  try {
    journal.transact((tx) => {
      for (const sale of sales) recordSale(tx, newId(), sale)
    })
  } finally {
    journal.close()
  }
}
