import type { DocumentKind } from '#hub/documents/kind.ts'
import { goodsOut } from '#hub/documents/moves.ts'
import { SUPPLIER_RETURNS } from '#shared/contracts/document-kinds.ts'
import { fromBasis } from './from-basis.ts'
import { refuseExceeded } from './refuse-exceeded.ts'

/**
 * Goods go back to their supplier; stock loses them at its average, whatever they are taken back at
 * (docs/domain.md#supplier-returns).
 */
export const supplierReturn: DocumentKind = {
  ...SUPPLIER_RETURNS,
  type: 'SupplierReturn',
  tag: 'Purchases: supplier returns',
  nouns: ['supplier return', 'supplier returns'],
  titles: { en: ['Supplier return', 'Supplier returns'], ru: ['Возврат поставщику', 'Возвраты поставщикам'] },
  move: (document, line) => [goodsOut(document, line)],
  complete: fromBasis,
  refusePost: refuseExceeded,
}
