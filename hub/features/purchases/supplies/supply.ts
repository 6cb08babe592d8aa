import type { DocumentKind } from '#hub/documents/kind.ts'
import { given, goodsIn } from '#hub/documents/moves.ts'
import { SUPPLIES } from '#shared/contracts/document-kinds.ts'
import { applySupply, refuseLowPrices, withdrawSupply } from './product-effects.ts'
import { refuseReturned } from './refuse-returned.ts'

/** Goods come from a supplier, at what they cost (docs/domain.md#landed-cost). */
export const supply: DocumentKind = {
  ...SUPPLIES,
  type: 'Supply',
  tag: 'Purchases: supplies',
  nouns: ['supply', 'supplies'],
  titles: { en: ['Supply', 'Supplies'], ru: ['Приёмка', 'Приёмки'] },
  move: (document, line, landedCost) => [goodsIn(document, line, given(landedCost))],
  refusePost: refuseLowPrices,
  refuseUnpost: refuseReturned,
  posted: applySupply,
  unposted: withdrawSupply,
}
