import type { DocumentKind } from '#hub/documents/kind.ts'
import { goodsCounted } from '#hub/documents/line-movements.ts'
import { INVENTORIES } from '#shared/contracts/document-kinds.ts'
import { expectedNow } from './expected-now.ts'
import { refuseSecondCount } from './refuse-second-count.ts'
import { linesOfUncounted } from './uncounted.ts'

/**
 * Stock count: sets the stock to the counted quantity as of the time of the count, even when documents with
 * an earlier date are posted later.
 */
export const inventory: DocumentKind = {
  ...INVENTORIES,
  type: 'Inventory',
  tag: 'Inventory: inventories',
  nouns: ['stock count', 'stock counts'],
  titles: { en: ['Stock count', 'Stock counts'], ru: ['Инвентаризация', 'Инвентаризации'] },
  move: (document, line) => [goodsCounted(document, line)],
  isProductOnce: true,
  refusePost: refuseSecondCount,
  addLines: linesOfUncounted,
  liveLines: expectedNow,
}
