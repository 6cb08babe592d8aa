import type { DocumentKind } from '#hub/documents/kind.ts'
import { addedCost, given, goodsIn } from '#hub/documents/line-movements.ts'
import { ENTERS } from '#shared/contracts/document-kinds.ts'

/**
 * Stock receipt: goods added to stock without a source document. Lines without a price are valued at the
 * store's average cost plus their share of the overhead.
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
