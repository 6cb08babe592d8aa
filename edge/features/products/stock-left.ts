import type { Quantity } from '#shared/money/decimal.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Product } from '../../replica/products.ts'
import type { ReplicaReader } from '../../replica/replica.ts'

/**
 * What there is of a product as far as is known here: what head office last said, less what was sold since and is not
 * there yet. Other tills may have sold of it too, so it is no more than a hint. Null of what is not kept, where the
 * retail point does not want to know, and as long as head office has not told all.
 */
export function stockLeft(
  { settings, stock }: Pick<ReplicaReader, 'settings' | 'stock'>,
  { unsentStock }: Pick<JournalReader, 'unsentStock'>,
): (product: Pick<Product, 'id' | 'isKept'>) => Quantity | null {
  if (!settings.get().isStockKnown) return () => null
  const taken = unsentStock.sums()
  return ({ id, isKept }) => (isKept ? ((stock.of(id) - (taken.get(id) ?? 0)) as Quantity) : null)
}
