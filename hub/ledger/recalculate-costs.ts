import { markDays } from '#hub/day-sums/mark-days.ts'
import type { Tx } from '#hub/db/transact.ts'
import { mirrorCosts } from './mirror-costs.ts'
import { ProductHistory } from './product-history.ts'
import { endOfPortion, findMarks, pushMark } from './recalculations.ts'
import { holdProducts, lockBalances, saveBalances } from './stored-balances.ts'
import { hasChanged, loadHistories, updateMovements } from './stored-movements.ts'

/**
 * Recalculates the next batch of a marked product: its movements, the costs on lines of documents and, at the
 * end, its balances. Returns true when more remains. The product is locked during the transaction. Other
 * transactions can post between two batches.
 */
export async function recalculateCosts(tx: Tx, productId: string): Promise<boolean> {
  await holdProducts(tx, [productId])
  const balances = await lockBalances(tx, [], new Set([productId]))
  const from = (await findMarks(tx, [productId])).get(productId)
  if (from === undefined) return false
  const until = await endOfPortion(tx, productId, from)
  const { rows, before, costs } = await loadHistories(tx, new Map([[productId, { from, until }]]))
  const stored = rows.get(productId) ?? []
  const history = new ProductHistory(
    stored,
    before.get(productId) ?? new Map(),
    costs.get(productId) ?? new Map(),
  )
  history.workOut()
  const changed = stored.filter(hasChanged)
  await updateMovements(tx, changed)
  await mirrorCosts(tx, changed)
  await markDays(
    tx,
    changed.map(({ movement: { storeId }, moment }) => ({ storeId, moment })),
  )
  await pushMark(tx, productId, until)
  if (until < Infinity) return true
  balances.take(productId, history)
  await saveBalances(tx, balances)
  return false
}
