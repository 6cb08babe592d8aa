import type { DocumentKind } from '#hub/documents/kind.ts'
import { goodsOut } from '#hub/documents/moves.ts'
import { type DocumentMembers, documentContracts } from '#shared/contracts/documents.ts'

const members: DocumentMembers = {
  name: 'Loss',
  header: ['storeId', 'reason'],
  line: ['quantity', 'ownPrice', 'reason'],
}

/** Goods are written off. */
export const loss: DocumentKind = {
  type: 'Loss',
  base: '/api/inventory/losses',
  area: 'inventory',
  tag: 'Inventory: losses',
  nouns: ['loss', 'losses'],
  titles: { en: ['Loss', 'Losses'], ru: ['Списание', 'Списания'] },
  members,
  contracts: documentContracts(members),
  move: (document, line) => [goodsOut(document, line)],
}
