import type { Quantity } from '#shared/money/decimal.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Product } from '../../replica/products.ts'
import type { ReplicaReader } from '../../replica/replica.ts'

/**
 * Returns the locally known stock of a product: the balance from head office, less the sales that it does not
 * have yet. Other tills may have sold the product too, so it is only a hint. Null for products without stock
 * keeping, where the retail point hides stock, and until head office has sent all balances.
 */
export function stockLeft(
  { settings, stock }: Pick<ReplicaReader, 'settings' | 'stock'>,
  { unsentStock }: Pick<JournalReader, 'unsentStock'>,
): (product: Pick<Product, 'id' | 'isKept'>) => Quantity | null {
  if (!settings.get().isStockKnown) return () => null
  const taken = unsentStock.sums()
  return ({ id, isKept }) => (isKept ? ((stock.of(id) - (taken.get(id) ?? 0)) as Quantity) : null)
}
