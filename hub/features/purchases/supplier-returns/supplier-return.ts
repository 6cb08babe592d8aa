import type { DocumentKind } from '#hub/documents/kind.ts'
import { goodsOut } from '#hub/documents/line-movements.ts'
import { SUPPLIER_RETURNS } from '#shared/contracts/document-kinds.ts'
import { fromBasis } from './from-basis.ts'
import { refuseExceeded } from './refuse-exceeded.ts'

/**
 * Return to a supplier. Stock decreases at its average cost, regardless of the price of the return
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
