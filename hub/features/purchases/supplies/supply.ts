import type { DocumentKind } from '#hub/documents/kind.ts'
import { given, goodsIn } from '#hub/documents/line-movements.ts'
import { SUPPLIES } from '#shared/contracts/document-kinds.ts'
import { applySupply, refuseLowPrices, withdrawSupply } from './product-effects.ts'
import { refuseReturned } from './refuse-returned.ts'

/** Purchase: goods received from a supplier, valued at their landed cost (docs/domain.md#landed-cost). */
export const supply: DocumentKind = {
  ...SUPPLIES,
  type: 'Supply',
  tag: 'Purchases: supplies',
  nouns: ['goods receipt', 'goods receipts'],
  titles: { en: ['Goods receipt', 'Goods receipts'], ru: ['Приёмка', 'Приёмки'] },
  move: (document, line, landedCost) => [goodsIn(document, line, given(landedCost))],
  refusePost: refuseLowPrices,
  refuseUnpost: refuseReturned,
  posted: applySupply,
  unposted: withdrawSupply,
}
