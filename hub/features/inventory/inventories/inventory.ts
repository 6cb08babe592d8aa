import type { DocumentKind } from '#hub/documents/kind.ts'
import { goodsCounted } from '#hub/documents/moves.ts'
import { INVENTORIES } from '#shared/contracts/document-kinds.ts'
import { expectedNow } from './expected-now.ts'
import { refuseSecondCount } from './refuse-second-count.ts'
import { linesOfUncounted } from './uncounted.ts'

/** Goods are counted: from the moment of the count on, stock is what was counted, whatever is posted behind it. */
export const inventory: DocumentKind = {
  ...INVENTORIES,
  type: 'Inventory',
  tag: 'Inventory: inventories',
  nouns: ['inventory', 'inventories'],
  titles: { en: ['Inventory', 'Inventories'], ru: ['Инвентаризация', 'Инвентаризации'] },
  move: (document, line) => [goodsCounted(document, line)],
  isProductOnce: true,
  refusePost: refuseSecondCount,
  addLines: linesOfUncounted,
  liveLines: expectedNow,
}
