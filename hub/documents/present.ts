import type { Actor } from '#hub/auth/actor.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { HeaderMember, LineMember } from '#shared/contracts/documents.ts'
import {
  amountToNumber,
  type Cost,
  costToNumber,
  percentToNumber,
  type Quantity,
  quantityToNumber,
  rateToNumber,
} from '#shared/money/decimal.ts'
import { exchanged } from '#shared/money/exchange.ts'
import { presentVatBreakdown } from '#shared/pricing/vat-breakdown.ts'
import { must } from '#shared/std/must.ts'
import type { DocumentKind, DocumentRow, FullDocument, LineRow } from './kind.ts'
import type { ListedDocument } from './queries.ts'

const HEADER: Record<HeaderMember, (row: DocumentRow) => unknown> = {
  storeId: ({ storeId }) => storeId,
  sourceStoreId: ({ storeId }) => storeId,
  targetStoreId: ({ targetStoreId }) => targetStoreId,
  counterpartyId: ({ counterpartyId }) => counterpartyId,
  supplyId: ({ basisId }) => basisId,
  currencyId: ({ currencyId }) => currencyId,
  rate: ({ rate }) => rateToNumber(rate),
  multiplicity: ({ multiplicity }) => multiplicity,
  vatEnabled: ({ vatEnabled }) => vatEnabled,
  vatIncluded: ({ vatIncluded }) => vatIncluded,
  incomingNumber: ({ incomingNumber }) => incomingNumber,
  incomingDate: ({ incomingDate }) => incomingDate,
  overheadSum: ({ overheadSum }) => amountToNumber(overheadSum),
  overheadDistribution: ({ overheadDistribution }) => overheadDistribution,
  updateRetailPrice: ({ updateRetailPrice }) => updateRetailPrice,
  reason: ({ reason }) => reason,
  shipmentAddress: ({ shipmentAddress }) => shipmentAddress,
  scope: ({ scope }) => scope,
  countMode: ({ countMode }) => countMode,
  zeroUncounted: ({ zeroUncounted }) => zeroUncounted,
  startedAt: ({ startedAt }) => startedAt?.toISOString() ?? null,
  priceOverrides: ({ priceOverrides }) => priceOverrides,
}

const LINE: Record<LineMember, (row: LineRow, header: DocumentRow) => [name: string, value: unknown]> = {
  quantity: ({ quantity }) => ['quantity', quantityToNumber(quantity)],
  countedQuantity: (row, { status }) => [
    'countedQuantity',
    isOpen(row, status) ? null : quantityToNumber(row.quantity),
  ],
  countedAt: ({ countedAt }) => ['countedAt', countedAt?.toISOString() ?? null],
  expectedQuantity: ({ quantity, difference }) => [
    'expectedQuantity',
    difference === null ? null : quantityToNumber((quantity - difference) as Quantity),
  ],
  difference: (row, { status }) => [
    'difference',
    row.difference === null || isOpen(row, status) ? null : quantityToNumber(row.difference),
  ],
  differenceSum: (row, { status }) => [
    'differenceSum',
    status === 'Draft' ? null : costToNumber(differenceSumOf(row)),
  ],
  price: ({ price }) => ['price', price === null ? null : costToNumber(price)],
  ownPrice: ({ price }) => ['price', price === null ? null : costToNumber(price)],
  discountPercent: ({ discountPercent }) => ['discountPercent', percentToNumber(discountPercent)],
  vatRate: ({ vatRate }) => ['vatRate', vatRate === null ? null : percentToNumber(vatRate)],
  retailPrice: ({ retailPrice }) => [
    'retailPrice',
    retailPrice === null ? null : amountToNumber(retailPrice),
  ],
  overheadShare: ({ overheadShare }) => ['overheadShare', amountToNumber(overheadShare)],
  reason: ({ reason }) => ['reason', reason],
  priceDifference: ({ price, unitCost }, { status, ...terms }) => [
    'priceDifference',
    price === null || status === 'Draft' ? null : costToNumber((exchanged(price, terms) - unitCost) as Cost),
  ],
}

/** True for a line of a draft that is not counted yet. */
export const isOpen = ({ isCounted }: LineRow, status: DocumentRow['status']): boolean =>
  status === 'Draft' && !isCounted

/** Returns the signed cost of a difference. Costs of lines are stored without a sign. */
function differenceSumOf({ difference, costSum }: LineRow): Cost {
  return ((difference ?? 0) < 0 ? -costSum : costSum) as Cost
}

const FOR_COSTS: readonly LineMember[] = ['priceDifference', 'differenceSum']

export function presentSummary({ members }: DocumentKind, row: ListedDocument, actor: Actor) {
  return {
    ...presentRecord(row),
    number: row.number,
    date: row.date.toISOString(),
    status: row.status,
    comment: row.comment,
    externalCode: row.externalCode,
    ...Object.fromEntries(members.header.map((name) => [name, HEADER[name](row)])),
    currencyId: row.currencyId,
    rate: rateToNumber(row.rate),
    multiplicity: row.multiplicity,
    sum: amountToNumber(row.sum),
    vatSum: amountToNumber(row.vatSum),
    sumInOrganizationCurrency: amountToNumber(row.sumInOrganizationCurrency),
    vatSumInOrganizationCurrency: amountToNumber(row.vatSumInOrganizationCurrency),
    ...(actor.permissions.has('costs.view') && {
      costSum: costToNumber(row.costSum),
      costPending: row.costPending,
    }),
    postedAt: row.postedAt?.toISOString() ?? null,
    postedById: row.postedById,
  }
}

/**
 * True when some of the document's goods moved at or after the time from which their costs are being
 * recalculated.
 */
function isCostPending({ header, lines, products }: FullDocument): boolean {
  if (header.status === 'Draft') return false
  return lines.some(({ productId, countedAt }) => {
    const from = must(products.get(productId)).costsPendingFrom
    return from !== null && (countedAt ?? header.date) >= from
  })
}

export function presentDocument(kind: DocumentKind, document: FullDocument, actor: Actor) {
  const { header, lines, products, warnings } = document
  const seesCosts = actor.permissions.has('costs.view')
  const own = kind.members.line.filter((name) => seesCosts || !FOR_COSTS.includes(name))
  return {
    ...presentSummary(kind, { ...header, costPending: isCostPending(document) }, actor),
    ...(kind.members.header.includes('vatEnabled') && {
      vatBreakdown: presentVatBreakdown(header.vatEnabled ? lines : []),
    }),
    ...(own.includes('differenceSum') && {
      differenceSum: costToNumber(
        (header.status === 'Draft' ? 0 : lines.reduce((sum, line) => sum + differenceSumOf(line), 0)) as Cost,
      ),
    }),
    postings: header.postings,
    ...(warnings?.length && { warnings }),
    lines: lines.map((line) => ({
      id: line.id,
      lineNo: line.lineNo,
      productId: line.productId,
      productName: must(products.get(line.productId)).name,
      ...Object.fromEntries(own.map((name) => LINE[name](line, header))),
      sum: amountToNumber(line.sum),
      vatSum: amountToNumber(line.vatSum),
      sumInOrganizationCurrency: amountToNumber(exchanged(line.sum, header)),
      vatSumInOrganizationCurrency: amountToNumber(exchanged(line.vatSum, header)),
      ...(seesCosts && { unitCost: costToNumber(line.unitCost), costSum: costToNumber(line.costSum) }),
      markingCodes: line.markingCodes,
      comment: line.comment,
    })),
  }
}
