import type { DocumentKind } from '#hub/documents/kind.ts'
import { given, goodsIn } from '#hub/documents/moves.ts'
import { type DocumentMembers, documentContracts } from '#shared/contracts/documents.ts'
import { refuseReturned } from './refuse-returned.ts'
import { updatePrices } from './update-prices.ts'

const members: DocumentMembers = {
  name: 'Supply',
  header: [
    'storeId',
    'counterpartyId',
    'currencyId',
    'rate',
    'multiplicity',
    'vatEnabled',
    'vatIncluded',
    'incomingNumber',
    'incomingDate',
    'overheadSum',
    'overheadDistribution',
    'updateRetailPrice',
  ],
  line: ['quantity', 'price', 'discountPercent', 'vatRate', 'overheadShare', 'retailPrice'],
}

/** Goods come from a supplier, at what they cost (docs/domain.md#landed-cost). */
export const supply: DocumentKind = {
  type: 'Supply',
  base: '/api/purchases/supplies',
  area: 'purchases',
  tag: 'Purchases: supplies',
  nouns: ['supply', 'supplies'],
  titles: { en: ['Supply', 'Supplies'], ru: ['Приёмка', 'Приёмки'] },
  members,
  contracts: documentContracts(members),
  move: (document, line, landedCost) => [goodsIn(document, line, given(landedCost))],
  refuseUnpost: refuseReturned,
  posted: updatePrices,
}
