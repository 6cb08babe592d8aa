import type { Tx } from '#hub/db/transact.ts'
import type { BackDated } from './find-back-dated.ts'
import type { StockPlace } from './movement.ts'
import type { PlaceState } from './product-history.ts'
import { endOfPortion, findLong, findMarks } from './recalculations.ts'
import { type Part, trueQuantities } from './true-quantities.ts'

/** A product with too many movements after a change. The first ones are recalculated at once, the rest by a job. */
export interface Deferred extends Part {
  /** Time in ms from which movements are left to the job. */
  mark: number
}

/**
 * Returns the products with more movements than can be recalculated at once, and those already marked
 * (recalculations.ts).
 */
export async function findDeferred(
  tx: Tx,
  backDated: BackDated,
  changes: readonly (Pick<StockPlace, 'productId'> & { moment: Date })[],
): Promise<Map<string, Deferred>> {
  const deferred = new Map<string, Deferred>()
  if (backDated.size === 0) return deferred
  const marks = await findMarks(tx, backDated.keys())
  const long = await findLong(tx, backDated)
  for (const [productId, from] of backDated) {
    if (!marks.has(productId) && !long.has(productId)) continue
    const own = changes.filter((change) => change.productId === productId)
    const last = Math.max(...own.map(({ moment }) => moment.getTime()))
    const until = Math.min(last + 1, await endOfPortion(tx, productId, from))
    deferred.set(productId, { from, until, mark: Math.min(marks.get(productId) ?? Infinity, until) })
  }
  return deferred
}

/** Corrects the stored quantities as of before the changes. */
export async function correctQuantities(
  tx: Tx,
  deferred: ReadonlyMap<string, Deferred>,
  before: ReadonlyMap<string, Map<string, PlaceState>>,
): Promise<void> {
  const parts = [...deferred].map(([productId, { from, mark }]): [string, Part] => [
    productId,
    { from: Math.min(mark, from), until: from },
  ])
  for (const [productId, stores] of await trueQuantities(tx, new Map(parts))) {
    const states = before.get(productId)
    for (const [storeId, quantity] of stores) {
      const state = states?.get(storeId)
      if (state) states?.set(storeId, { ...state, quantity })
    }
  }
}
