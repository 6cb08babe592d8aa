import type { DocumentKind } from '#hub/documents/kind.ts'
import { addedCost, given, goodsIn } from '#hub/documents/line-movements.ts'
import { ENTERS } from '#shared/contracts/document-kinds.ts'

/**
 * Stock receipt: goods come into the books without a source. Without a price they come at the average of the
 * store plus their share of the overhead.
 */
export const enter: DocumentKind = {
  ...ENTERS,
  type: 'Enter',
  tag: 'Inventory: enters',
  nouns: ['stock receipt', 'stock receipts'],
  titles: { en: ['Stock receipt', 'Stock receipts'], ru: ['Оприходование', 'Оприходования'] },
  move: (document, line, landedCost) => [
    goodsIn(
      document,
      line,
      line.price === null ? { kind: 'Average', added: addedCost(line) } : given(landedCost),
    ),
  ],
}
