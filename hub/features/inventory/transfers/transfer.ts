import type { DocumentKind } from '#hub/documents/kind.ts'
import { addedCost, goodsIn, goodsOut } from '#hub/documents/moves.ts'
import { type DocumentMembers, documentContracts } from '#shared/contracts/documents.ts'

const members: DocumentMembers = {
  name: 'Transfer',
  header: ['sourceStoreId', 'targetStoreId', 'overheadSum', 'overheadDistribution'],
  line: ['quantity', 'overheadShare'],
}

/** Goods go from one store to another, at the average of the first and what the way has cost. */
export const transfer: DocumentKind = {
  type: 'Transfer',
  base: '/api/inventory/transfers',
  area: 'inventory',
  tag: 'Inventory: transfers',
  nouns: ['transfer', 'transfers'],
  titles: { en: ['Transfer', 'Transfers'], ru: ['Перемещение', 'Перемещения'] },
  members,
  contracts: documentContracts(members),
  complete: async (_, { sourceStoreId, ...input }) => ({
    ...input,
    ...(sourceStoreId && { storeId: sourceStoreId }),
  }),
  move: (document, line) => {
    const { header } = document
    return [
      goodsOut(document, line),
      goodsIn(
        document,
        line,
        { kind: 'Source', documentId: header.id, lineNo: line.lineNo, added: addedCost(line) },
        header.targetStoreId,
      ),
    ]
  },
}
