import type { DocumentKind } from '#hub/documents/kind.ts'
import { addedCost, goodsIn, goodsOut } from '#hub/documents/line-movements.ts'
import { TRANSFERS } from '#shared/contracts/document-kinds.ts'

/** Transfer of goods from one store to another, at the average of the first plus the costs of transport. */
export const transfer: DocumentKind = {
  ...TRANSFERS,
  type: 'Transfer',
  tag: 'Inventory: transfers',
  nouns: ['transfer', 'transfers'],
  titles: { en: ['Transfer', 'Transfers'], ru: ['Перемещение', 'Перемещения'] },
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
