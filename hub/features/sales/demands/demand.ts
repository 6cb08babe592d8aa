import type { DocumentKind } from '#hub/documents/kind.ts'
import { goodsOut } from '#hub/documents/line-movements.ts'
import { DEMANDS } from '#shared/contracts/document-kinds.ts'
import { withUsualPrices } from './usual-prices.ts'

/** Shipment: a sale to a customer by document instead of at a till. */
export const demand: DocumentKind = {
  ...DEMANDS,
  type: 'Demand',
  tag: 'Sales: demands',
  nouns: ['shipment', 'shipments'],
  titles: { en: ['Shipment', 'Shipments'], ru: ['Отгрузка', 'Отгрузки'] },
  move: (document, line) => [goodsOut(document, line)],
  allowsServices: true,
  hasPriceLimits: true,
  complete: withUsualPrices,
}
