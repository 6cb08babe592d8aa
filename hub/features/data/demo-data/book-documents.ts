import type { Actor } from '#hub/auth/actor.ts'
import type { Tx } from '#hub/db/transact.ts'
import { enter } from '#hub/documents/enter.ts'
import type { DocumentKind } from '#hub/documents/kind.ts'
import { postDocument } from '#hub/documents/post-document.ts'
import { createDocument } from '#hub/documents/save-document.ts'
import { inventory } from '#hub/features/inventory/inventories/inventory.ts'
import { loss } from '#hub/features/inventory/losses/loss.ts'
import { transfer } from '#hub/features/inventory/transfers/transfer.ts'
import { supply } from '#hub/features/purchases/supplies/supply.ts'
import type { DocumentInput } from '#shared/contracts/documents.ts'
import { type Amount, amountToNumber, quantityToNumber } from '#shared/money/decimal.ts'
import { must } from '#shared/std/must.ts'
import { COST_SHARE, type MadeShop } from './make-shop.ts'
import type { PlannedDocument } from './plan-month.ts'

const KINDS = { Enter: enter, Supply: supply, Transfer: transfer, Loss: loss, Inventory: inventory }
const NO_OVERRIDES = { overridePeriod: false }

/** Creates and posts a planned document. Skips a document that is already posted. Throws the errors of posting. */
export async function bookDocument(
  tx: Tx,
  made: MadeShop,
  { planned, place }: { planned: PlannedDocument; place: number },
  actor: Actor,
): Promise<void> {
  const kind: DocumentKind = KINDS[planned.type]
  const input = kind.contracts.create.parse({
    id: made.ids('document', place),
    date: planned.at.toISOString(),
    ...headerOf(planned, made),
    lines: planned.lines.map((line) => ({
      productId: must(made.shop.products[line.good]).id,
      ...lineOf(planned, line, made),
    })),
  }) as DocumentInput
  const { document } = await createDocument(tx, kind, input, actor)
  if (document.header.status === 'Draft')
    await postDocument(tx, kind, document.header.id, actor, NO_OVERRIDES)
}

function headerOf({ type, place, supplier }: PlannedDocument, made: MadeShop): object {
  const { shop, words, warehouseId, ids } = made
  const storeId = place === 'shop' ? shop.storeId : warehouseId
  switch (type) {
    case 'Enter':
      return { storeId, comment: words.opening }
    case 'Supply':
      return { storeId, counterpartyId: ids('supplier', must(supplier)) }
    case 'Transfer':
      return { sourceStoreId: storeId, targetStoreId: shop.storeId }
    case 'Loss':
      return { storeId, reason: 'Spoilage', comment: words.spoiled }
    case 'Inventory':
      return { storeId, comment: words.count }
  }
}

function lineOf(
  { type, costFactor }: PlannedDocument,
  { good, quantity }: PlannedDocument['lines'][number],
  { shop }: MadeShop,
): object {
  if (type === 'Inventory') return { countedQuantity: quantityToNumber(quantity) }
  const given = { quantity: quantityToNumber(quantity) }
  if (type !== 'Enter' && type !== 'Supply') return given
  const { price } = must(shop.products[good])
  return { ...given, price: amountToNumber(Math.round(price * COST_SHARE * costFactor) as Amount) }
}
