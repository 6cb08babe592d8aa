import type { DocumentKind } from '#hub/documents/kind.ts'
import { goodsOut } from '#hub/documents/moves.ts'
import { LOSSES } from '#shared/contracts/document-kinds.ts'

/** Goods are written off. */
export const loss: DocumentKind = {
  ...LOSSES,
  type: 'Loss',
  tag: 'Inventory: losses',
  nouns: ['loss', 'losses'],
  titles: { en: ['Loss', 'Losses'], ru: ['Списание', 'Списания'] },
  move: (document, line) => [goodsOut(document, line)],
}
