import { and, eq, inArray } from 'drizzle-orm'
import { findRecord } from '#hub/db/records.ts'
import { counterparties, organizationCurrencies, stores } from '#hub/db/tables/catalog.ts'
import { documents } from '#hub/db/tables/documents.ts'
import type { Tx } from '#hub/db/transact.ts'
import { type Formats, formatsOf } from '#hub/print/formats.ts'
import { type Letterhead, loadLetterhead } from '#hub/print/letterhead.ts'
import type { CellKind, Fact, PrintedPage } from '#hub/print/page.ts'
import { sumInWords } from '#hub/print/sum-in-words.ts'
import { FORM, LOSS_REASONS } from '#hub/print/words.ts'
import type { LineMember } from '#shared/contracts/documents.ts'
import type { Language } from '#shared/contracts/exports.ts'
import type { Amount, Quantity } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { rateInWords } from './currency-rates.ts'
import type { DocumentKind, DocumentRow, FullDocument, LineRow } from './kind.ts'
import { isOpen } from './present.ts'
import type { ProductInDocument } from './products.ts'
import { getDocument, withLiveLines } from './queries.ts'

/** Returns the printed form of a document. It never contains the ledger costs of goods. Throws `not_found`. */
export async function printDocument(
  tx: Tx,
  kind: DocumentKind,
  id: string,
  language: Language,
): Promise<PrintedPage> {
  const document = await withLiveLines(tx, kind, await getDocument(tx, kind, id))
  const { header, lines, products } = document
  const letterhead = await loadLetterhead(tx)
  const names = await loadNames(tx, header)
  const formats = formatsOf(language, letterhead.timeZone)
  const words = FORM[language]
  const columns = columnsOf(kind, document, formats, language)
  return {
    language,
    organization: letterhead,
    heading: `${kind.titles[language][0]} ${words.number} ${header.number} ${words.dated} ${formats.moment(header.date)}`,
    isDraft: header.status === 'Draft',
    facts: [
      ...factsOf(kind, header, names, formats, language),
      ...rateOf(header, names, letterhead, language),
    ],
    columns,
    rows: lines.map((line) => {
      const product = must(products.get(line.productId))
      return columns.map(({ value }) => value(line, product))
    }),
    totals: [
      ...totalsOf(kind, document, formats, language),
      ...ownTotalOf(header, names, letterhead, formats, language),
    ],
    summary: summaryOf(document, names, formats, language),
    inWords: isPriced(document) ? sumInWords(header.sum, names.currency, language) : null,
    comment: header.comment,
    signatures: isHandedOver(kind) ? [words.handedOver, words.received] : [words.responsible, words.checked],
  }
}

interface Column {
  title: string
  kind: CellKind
  value(line: LineRow, product: ProductInDocument): string
}

function columnsOf(
  kind: DocumentKind,
  document: FullDocument,
  formats: Formats,
  language: Language,
): Column[] {
  const words = FORM[language]
  const short = (title: string, value: Column['value']): Column => ({ title, kind: 'short', value })
  const text = (title: string, value: Column['value']): Column => ({ title, kind: 'text', value })
  const number = (title: string, value: Column['value']): Column => ({ title, kind: 'number', value })
  const price = number(words.price, (line) => (line.price === null ? '' : formats.price(line.price)))
  const own: Partial<Record<LineMember, Column>> = {
    quantity: number(words.quantity, (line) => formats.quantity(line.quantity)),
    expectedQuantity: number(words.expected, ({ quantity, difference }) =>
      difference === null ? '' : formats.quantity((quantity - difference) as Quantity),
    ),
    // Lines that are not counted yet leave the field empty, to be filled in on paper.
    countedQuantity: number(words.counted, (line) =>
      isOpen(line, document.header.status) ? '' : formats.quantity(line.quantity),
    ),
    difference: number(words.difference, (line) =>
      line.difference === null || isOpen(line, document.header.status)
        ? ''
        : formats.quantity(line.difference),
    ),
    ...(isPriced(document) && { price, ownPrice: price }),
    discountPercent: number(words.discountPercent, (line) => formats.percent(line.discountPercent)),
    ...(document.header.vatEnabled && {
      vatRate: number(words.vatRate, ({ vatRate }) =>
        vatRate === null ? words.withoutVat : formats.percent(vatRate),
      ),
    }),
    reason: text(words.reason, (line) => line.reason ?? ''),
  }
  return [
    number(words.number, (line) => String(line.lineNo)),
    short(words.code, (_, product) => product.code),
    text(words.name, (_, product) => product.name),
    short(words.unit, (_, product) => product.unitName),
    ...kind.members.line.flatMap((member) => own[member] ?? []),
    ...(isPriced(document) ? [number(words.sum, (line) => formats.money(line.sum))] : []),
  ]
}

/** True when any line has a price. Otherwise there are no totals. */
const isPriced = ({ lines }: FullDocument): boolean => lines.some(({ price }) => price !== null)

/** True when products are handed over between the organization and a counterparty, or between two stores. */
const isHandedOver = ({ members }: DocumentKind): boolean =>
  members.header.some((member) => member === 'counterpartyId' || member === 'targetStoreId')

interface Names {
  store: string | undefined
  targetStore: string | undefined
  counterparty: string | undefined
  basis: string | undefined
  /** Three-letter code of ISO 4217. */
  currency: string
}

function factsOf(
  kind: DocumentKind,
  header: DocumentRow,
  names: Names,
  formats: Formats,
  language: Language,
): Fact[] {
  const words = FORM[language]
  const incoming = [
    header.incomingNumber && `${words.number} ${header.incomingNumber}`,
    header.incomingDate && `${words.dated} ${formats.day(header.incomingDate)}`,
  ]
  const facts: [label: string, value: string | null | undefined][] = [
    [kind.area === 'purchases' ? words.supplier : words.customer, names.counterparty],
    [names.targetStore ? words.fromStore : words.store, names.store],
    [words.toStore, names.targetStore],
    [words.basis, names.basis && `${words.number} ${names.basis}`],
    [words.incoming, incoming.filter(Boolean).join(' ')],
    [words.reason, header.reason && LOSS_REASONS[header.reason][language]],
    [words.address, header.shipmentAddress],
  ]
  return facts.flatMap(([label, value]) => (value ? [[label, value]] : []))
}

function totalsOf(
  { members }: DocumentKind,
  document: FullDocument,
  formats: Formats,
  language: Language,
): Fact[] {
  const { header, lines } = document
  const words = FORM[language]
  if (!isPriced(document)) {
    if (!members.line.includes('quantity')) return []
    const quantity = lines.reduce((sum, line) => sum + line.quantity, 0) as Quantity
    return [[words.totalQuantity, formats.quantity(quantity)]]
  }
  const { sum, vatSum, vatIncluded } = header
  const total = formats.money(sum)
  if (vatSum === 0) return [[words.total, total]]
  const vat = formats.money(vatSum)
  return vatIncluded
    ? [
        [words.ofThatVat, vat],
        [words.total, total],
      ]
    : [
        [words.totalWithoutVat, formats.money((sum - vatSum) as Amount)],
        [words.vat, vat],
        [words.totalWithVat, total],
      ]
}

function summaryOf(
  document: FullDocument,
  { currency }: Names,
  formats: Formats,
  language: Language,
): string {
  const words = FORM[language]
  const count = `${words.lines}: ${document.lines.length}`
  return isPriced(document)
    ? `${count}, ${words.forTheSum} ${formats.money(document.header.sum)} ${currency}`
    : count
}

/** Returns the exchange rate of a document in a foreign currency. */
function rateOf(header: DocumentRow, names: Names, letterhead: Letterhead, language: Language): Fact[] {
  if (names.currency === letterhead.currency) return []
  return [[FORM[language].rate, rateInWords(header, names.currency, letterhead.currency)]]
}

/** Returns the total in the currency of the organization, for a document in a foreign currency. */
function ownTotalOf(
  { sumInOrganizationCurrency }: DocumentRow,
  names: Names,
  { currency }: Letterhead,
  formats: Formats,
  language: Language,
): Fact[] {
  if (names.currency === currency) return []
  return [[`${FORM[language].totalIn} ${currency}`, formats.money(sumInOrganizationCurrency)]]
}

async function loadNames(tx: Tx, header: DocumentRow): Promise<Names> {
  const storeIds = [header.storeId, header.targetStoreId].filter((id) => id !== null)
  const found = await tx
    .select({ id: stores.id, name: stores.name })
    .from(stores)
    .where(and(eq(stores.organizationId, tx.organizationId), inArray(stores.id, storeIds)))
  const storeNames = new Map(found.map(({ id, name }) => [id, name]))
  const counterparty = header.counterpartyId && (await findRecord(tx, counterparties, header.counterpartyId))
  const basis = header.basisId && (await findRecord(tx, documents, header.basisId))
  return {
    store: storeNames.get(header.storeId ?? ''),
    targetStore: storeNames.get(header.targetStoreId ?? ''),
    counterparty: counterparty ? titleOf(counterparty) : undefined,
    basis: basis ? basis.number : undefined,
    currency: must(await findRecord(tx, organizationCurrencies, header.currencyId), 'currency').isoCode,
  }
}

/** Returns the counterparty's name for printed documents, with the tax number. */
function titleOf({ name, legalTitle, taxId }: typeof counterparties.$inferSelect): string {
  return [legalTitle ?? name, taxId].filter(Boolean).join(', ')
}
