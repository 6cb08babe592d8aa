import type { DocumentKind } from '#hub/documents/kind.ts'
import { addedCost, goodsIn, goodsOut } from '#hub/documents/line-movements.ts'
import { TRANSFERS } from '#shared/contracts/document-kinds.ts'

/** Transfer between stores, at the average cost of the source store plus transport costs. */
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
