import type { DocumentKind } from '#hub/documents/kind.ts'
import { goodsOut } from '#hub/documents/moves.ts'
import { type DocumentMembers, documentContracts } from '#shared/contracts/documents.ts'

const members: DocumentMembers = {
  name: 'Demand',
  header: [
    'storeId',
    'counterpartyId',
    'currencyId',
    'rate',
    'multiplicity',
    'vatEnabled',
    'vatIncluded',
    'shipmentAddress',
    'priceOverrides',
  ],
  line: ['quantity', 'price', 'discountPercent', 'vatRate'],
}

/** Goods are sold to a customer against a document instead of at a till. */
export const demand: DocumentKind = {
  type: 'Demand',
  base: '/api/sales/demands',
  area: 'sales',
  tag: 'Sales: demands',
  nouns: ['demand', 'demands'],
  titles: { en: ['Demand', 'Demands'], ru: ['Отгрузка', 'Отгрузки'] },
  members,
  contracts: documentContracts(members),
  move: (document, line) => [goodsOut(document, line)],
  allowsServices: true,
  hasPriceLimits: true,
}
