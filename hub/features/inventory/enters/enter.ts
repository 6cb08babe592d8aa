import type { DocumentKind } from '#hub/documents/kind.ts'
import { addedCost, given, goodsIn } from '#hub/documents/moves.ts'
import { type DocumentMembers, documentContracts } from '#shared/contracts/documents.ts'

const members: DocumentMembers = {
  name: 'Enter',
  header: ['storeId', 'overheadSum', 'overheadDistribution'],
  line: ['quantity', 'ownPrice', 'overheadShare', 'reason'],
}

/** Goods come into the books from nowhere; without a price, at the average of the store and their share of the overhead. */
export const enter: DocumentKind = {
  type: 'Enter',
  base: '/api/inventory/enters',
  area: 'inventory',
  tag: 'Inventory: enters',
  nouns: ['enter', 'enters'],
  titles: { en: ['Enter', 'Enters'], ru: ['Оприходование', 'Оприходования'] },
  members,
  contracts: documentContracts(members),
  move: (document, line, landedCost) => [
    goodsIn(
      document,
      line,
      line.price === null ? { kind: 'Average', added: addedCost(line) } : given(landedCost),
    ),
  ],
}
