import type { DocumentKind } from '#hub/documents/kind.ts'
import { goodsOut } from '#hub/documents/moves.ts'
import { DEMANDS } from '#shared/contracts/document-kinds.ts'
import { withUsualPrices } from './usual-prices.ts'

/** Goods are sold to a customer against a document instead of at a till. */
export const demand: DocumentKind = {
  ...DEMANDS,
  type: 'Demand',
  tag: 'Sales: demands',
  nouns: ['demand', 'demands'],
  titles: { en: ['Demand', 'Demands'], ru: ['Отгрузка', 'Отгрузки'] },
  move: (document, line) => [goodsOut(document, line)],
  allowsServices: true,
  hasPriceLimits: true,
  complete: withUsualPrices,
}
