import type { DocumentKind } from '#hub/documents/kind.ts'
import { goodsOut } from '#hub/documents/line-movements.ts'
import { LOSSES } from '#shared/contracts/document-kinds.ts'

export const loss: DocumentKind = {
  ...LOSSES,
  type: 'Loss',
  tag: 'Inventory: losses',
  nouns: ['write-off', 'write-offs'],
  titles: { en: ['Write-off', 'Write-offs'], ru: ['Списание', 'Списания'] },
  move: (document, line) => [goodsOut(document, line)],
}
