import { findRecord } from '#hub/db/records.ts'
import { counterparties, retailPoints, stores } from '#hub/db/tables/catalog.ts'
import { retailSales } from '#hub/db/tables/sales.ts'
import type { Tx } from '#hub/db/transact.ts'
import { loadProducts } from '#hub/documents/products.ts'
import { type Formats, formatsOf } from '#hub/print/formats.ts'
import { loadLetterhead } from '#hub/print/letterhead.ts'
import type { Fact, PrintedPage } from '#hub/print/page.ts'
import { sumInWords } from '#hub/print/sum-in-words.ts'
import { FORM, PAYMENTS } from '#hub/print/words.ts'
import type { Language } from '#shared/contracts/exports.ts'
import { must } from '#shared/std/must.ts'
import { type FullRetailSale, getRetailSale, type RetailSaleRow } from './queries.ts'

const TITLES: Record<Language, { sale: string; return: string }> = {
  en: { sale: 'Sale', return: 'Return' },
  ru: { sale: 'Продажа', return: 'Возврат' },
}

/**
 * Returns a retail sale or return as a printable document without costs. It is not a till receipt. Throws
 * `not_found`.
 */
export async function printRetailSale(tx: Tx, id: string, language: Language): Promise<PrintedPage> {
  const full = await getRetailSale(tx, id)
  const { sale, lines } = full
  const letterhead = await loadLetterhead(tx)
  const formats = formatsOf(language, letterhead.timeZone)
  const words = FORM[language]
  const products = await loadProducts(
    tx,
    lines.map(({ productId }) => productId),
  )
  const title = TITLES[language][sale.isReturn ? 'return' : 'sale']
  return {
    language,
    organization: letterhead,
    heading: `${title} ${words.number} ${sale.number} ${words.dated} ${formats.moment(sale.date)}`,
    isDraft: sale.status === 'Draft',
    facts: await factsOf(tx, sale, language),
    columns: [
      { title: words.number, kind: 'number' },
      { title: words.code, kind: 'short' },
      { title: words.name, kind: 'text' },
      { title: words.unit, kind: 'short' },
      { title: words.quantity, kind: 'number' },
      { title: words.price, kind: 'number' },
      { title: words.discount, kind: 'number' },
      { title: words.vatRate, kind: 'number' },
      { title: words.sum, kind: 'number' },
    ],
    rows: lines.map((line) => {
      const { code, unitName } = must(products.get(line.productId), 'product')
      return [
        String(line.lineNo),
        code,
        line.productName,
        unitName,
        formats.quantity(line.quantity),
        formats.money(line.price),
        formats.money(line.discountAmount),
        line.vatRate === null ? words.withoutVat : formats.percent(line.vatRate),
        formats.money(line.sum),
      ]
    }),
    totals: [
      ...(sale.discountSum ? [[words.totalDiscount, formats.money(sale.discountSum)] satisfies Fact] : []),
      ...(sale.roundingSum ? [[words.rounding, formats.money(sale.roundingSum)] satisfies Fact] : []),
      ...(sale.vatSum ? [[words.ofThatVat, formats.money(sale.vatSum)] satisfies Fact] : []),
      [words.total, formats.money(sale.sum)],
    ],
    summary: [
      `${words.lines}: ${lines.length}, ${words.forTheSum} ${formats.money(sale.sum)} ${letterhead.currency}`,
      ...paymentsOf(full, formats, language),
    ].join('. '),
    inWords: sumInWords(sale.sum, letterhead.currency, language),
    comment: sale.comment,
    signatures: sale.isReturn ? [words.customer, words.cashier] : [words.handedOver, words.received],
  }
}

async function factsOf(tx: Tx, sale: RetailSaleRow, language: Language): Promise<Fact[]> {
  const words = FORM[language]
  const point = sale.retailPointId && (await findRecord(tx, retailPoints, sale.retailPointId))
  const customer = sale.customerId && (await findRecord(tx, counterparties, sale.customerId))
  const original = sale.originalSaleId && (await findRecord(tx, retailSales, sale.originalSaleId))
  const facts: [label: string, value: string | null | undefined][] = [
    [words.store, (await findRecord(tx, stores, sale.storeId))?.name],
    [words.retailPoint, point ? point.name : null],
    [words.cashier, sale.cashierName],
    [words.customer, customer ? (customer.legalTitle ?? customer.name) : null],
    [words.receipt, sale.receiptNumber],
    [words.original, original ? (original.receiptNumber ?? original.number) : null],
  ]
  return facts.flatMap(([label, value]) => (value ? [[label, value]] : []))
}

function paymentsOf({ sale, payments }: FullRetailSale, formats: Formats, language: Language): string[] {
  const paid = payments.map(
    ({ type, amount }) => `${PAYMENTS[type]?.[language] ?? type}: ${formats.money(amount)}`,
  )
  if (sale.changeSum) paid.push(`${FORM[language].change}: ${formats.money(sale.changeSum)}`)
  return paid
}
