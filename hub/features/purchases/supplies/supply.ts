import type { DocumentKind } from '#hub/documents/kind.ts'
import { given, goodsIn } from '#hub/documents/moves.ts'
import { SUPPLIES } from '#shared/contracts/document-kinds.ts'
import { refuseReturned } from './refuse-returned.ts'
import { updatePrices } from './update-prices.ts'

/** Goods come from a supplier, at what they cost (docs/domain.md#landed-cost). */
export const supply: DocumentKind = {
  ...SUPPLIES,
  type: 'Supply',
  tag: 'Purchases: supplies',
  nouns: ['supply', 'supplies'],
  titles: { en: ['Supply', 'Supplies'], ru: ['Приёмка', 'Приёмки'] },
  move: (document, line, landedCost) => [goodsIn(document, line, given(landedCost))],
  refuseUnpost: refuseReturned,
  posted: updatePrices,
}
