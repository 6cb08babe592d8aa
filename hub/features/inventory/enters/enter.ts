import type { DocumentKind } from '#hub/documents/kind.ts'
import { addedCost, given, goodsIn } from '#hub/documents/moves.ts'
import { ENTERS } from '#shared/contracts/document-kinds.ts'

/** Goods come into the books from nowhere; without a price, at the average of the store and their share of the overhead. */
export const enter: DocumentKind = {
  ...ENTERS,
  type: 'Enter',
  tag: 'Inventory: enters',
  nouns: ['enter', 'enters'],
  titles: { en: ['Enter', 'Enters'], ru: ['Оприходование', 'Оприходования'] },
  move: (document, line, landedCost) => [
    goodsIn(
      document,
      line,
      line.price === null ? { kind: 'Average', added: addedCost(line) } : given(landedCost),
    ),
  ],
}
