import type { Quantity } from '#shared/money/decimal.ts'
import type { JournalReader } from '../../journal/journal.ts'
import type { Product } from '../../replica/products.ts'
import type { ReplicaReader } from '../../replica/replica.ts'

/**
 * Returns a function that estimates the stock of a product: the balance from head office minus the sales not
 * uploaded yet. It is only an estimate, because other tills may have sold the product too. Null for products
 * without stock keeping, where the retail point hides stock, and until head office has sent all balances.
 */
export function stockLeft(
  { settings, stock }: Pick<ReplicaReader, 'settings' | 'stock'>,
  { unsentStock }: Pick<JournalReader, 'unsentStock'>,
): (product: Pick<Product, 'id' | 'isKept'>) => Quantity | null {
  if (!settings.get().isStockKnown) return () => null
  const taken = unsentStock.sums()
  return ({ id, isKept }) => (isKept ? ((stock.of(id) - (taken.get(id) ?? 0)) as Quantity) : null)
}
