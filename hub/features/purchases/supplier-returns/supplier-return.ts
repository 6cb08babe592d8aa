import type { DocumentKind } from '#hub/documents/kind.ts'
import { goodsOut } from '#hub/documents/moves.ts'
import { type DocumentMembers, documentContracts } from '#shared/contracts/documents.ts'
import { fromBasis } from './from-basis.ts'
import { refuseExceeded } from './refuse-exceeded.ts'

const members: DocumentMembers = {
  name: 'SupplierReturn',
  header: [
    'storeId',
    'counterpartyId',
    'supplyId',
    'currencyId',
    'rate',
    'multiplicity',
    'vatEnabled',
    'vatIncluded',
  ],
  line: ['quantity', 'ownPrice', 'discountPercent', 'vatRate', 'priceDifference'],
}

/**
 * Goods go back to their supplier; stock loses them at its average, whatever they are taken back at
 * (docs/domain.md#supplier-returns).
 */
export const supplierReturn: DocumentKind = {
  type: 'SupplierReturn',
  base: '/api/purchases/supplier-returns',
  area: 'purchases',
  tag: 'Purchases: supplier returns',
  nouns: ['supplier return', 'supplier returns'],
  titles: { en: ['Supplier return', 'Supplier returns'], ru: ['Возврат поставщику', 'Возвраты поставщикам'] },
  members,
  contracts: documentContracts(members),
  move: (document, line) => [goodsOut(document, line)],
  complete: fromBasis,
  refusePost: refuseExceeded,
}
