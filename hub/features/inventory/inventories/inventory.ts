import type { DocumentKind } from '#hub/documents/kind.ts'
import { goodsCounted } from '#hub/documents/moves.ts'
import { type DocumentMembers, documentContracts } from '#shared/contracts/documents.ts'
import { expectedNow } from './expected-now.ts'
import { refuseSecondCount } from './refuse-second-count.ts'
import { linesOfUncounted } from './uncounted.ts'

const members: DocumentMembers = {
  name: 'Inventory',
  header: ['storeId', 'scope', 'countMode', 'startedAt', 'zeroUncounted'],
  line: ['countedQuantity', 'countedAt', 'expectedQuantity', 'difference', 'differenceSum'],
}

/** Goods are counted: from the moment of the count on, stock is what was counted, whatever is posted behind it. */
export const inventory: DocumentKind = {
  type: 'Inventory',
  base: '/api/inventory/inventories',
  area: 'inventory',
  tag: 'Inventory: inventories',
  nouns: ['inventory', 'inventories'],
  titles: { en: ['Inventory', 'Inventories'], ru: ['Инвентаризация', 'Инвентаризации'] },
  members,
  contracts: documentContracts(members),
  move: (document, line) => [goodsCounted(document, line)],
  isProductOnce: true,
  refusePost: refuseSecondCount,
  addLines: linesOfUncounted,
  liveLines: expectedNow,
}
