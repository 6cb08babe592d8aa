import type { Actor } from '#hub/auth/actor.ts'
import { dayColumn, type ExportColumn, exportColumn, momentColumn } from '#hub/exports/export-column.ts'
import type { ExportFile } from '#hub/exports/export-route.ts'
import { LOSS_REASONS, STATUSES } from '#hub/print/words.ts'
import type { DocumentFilters, HeaderMember } from '#shared/contracts/documents.ts'
import { amountToNumber, costToNumber, rateToNumber } from '#shared/money/decimal.ts'
import type { DocumentKind } from './kind.ts'
import { type ExportedDocument, listForExport } from './queries.ts'

/** Returns the documents of a kind as a file, latest first. */
export function documentFile(
  kind: DocumentKind,
  filters: DocumentFilters,
  actor: Actor,
): ExportFile<ExportedDocument> {
  return {
    title: { en: kind.titles.en[1], ru: kind.titles.ru[1] },
    columns: columnsOf(kind, actor.permissions.has('costs.view')),
    page: (tx, after, limit) => listForExport(tx, kind, filters, after, limit),
  }
}

type Column = ExportColumn<ExportedDocument>
const column = exportColumn<ExportedDocument>

/** Columns that only some kinds have. */
const OWN: Partial<Record<HeaderMember, Column[]>> = {
  targetStoreId: [column('To store', 'На склад', (row) => row.targetStoreName)],
  counterpartyId: [column('Counterparty', 'Контрагент', (row) => row.counterpartyName)],
  incomingNumber: [
    column('Supplier document no.', 'Номер документа поставщика', (row) => row.incomingNumber),
  ],
  incomingDate: [dayColumn('Supplier document date', 'Дата документа поставщика', (row) => row.incomingDate)],
  reason: [column('Reason', 'Причина', (row, language) => row.reason && LOSS_REASONS[row.reason][language])],
  shipmentAddress: [column('Delivery address', 'Адрес доставки', (row) => row.shipmentAddress)],
  vatEnabled: [column('VAT', 'НДС', (row) => amountToNumber(row.vatSum))],
}

/**
 * Columns of kinds that can use a foreign currency: the currency, and VAT and total in the organization's
 * currency.
 */
const IN_CURRENCIES = [
  column('Currency', 'Валюта', (row) => row.currencyCode),
  column('Exchange rate', 'Курс', (row) => rateToNumber(row.rate)),
  column('Units of the currency', 'Единиц валюты', (row) => row.multiplicity),
  column('VAT in accounting currency', 'НДС в валюте учёта', (row) =>
    amountToNumber(row.vatSumInOrganizationCurrency),
  ),
  column('Amount in accounting currency', 'Сумма в валюте учёта', (row) =>
    amountToNumber(row.sumInOrganizationCurrency),
  ),
]

function columnsOf({ members }: DocumentKind, seesCosts: boolean): Column[] {
  const isPriced = members.line.some((member) => member === 'price' || member === 'ownPrice')
  return [
    column('Number', 'Номер', (row) => row.number),
    momentColumn('Date', 'Дата', (row) => row.date),
    column('Status', 'Статус', (row, language) => STATUSES[row.status][language]),
    column('Store', 'Склад', (row) => row.storeName),
    ...members.header.flatMap((member) => OWN[member] ?? []),
    ...(isPriced ? [column('Amount', 'Сумма', (row) => amountToNumber(row.sum))] : []),
    ...(members.header.includes('currencyId') ? IN_CURRENCIES : []),
    ...(seesCosts ? [column('Cost', 'Себестоимость', (row) => costToNumber(row.costSum))] : []),
    column('Comment', 'Комментарий', (row) => row.comment),
    column('External code', 'Внешний код', (row) => row.externalCode),
    momentColumn('Posted', 'Проведён', (row) => row.postedAt),
  ]
}
