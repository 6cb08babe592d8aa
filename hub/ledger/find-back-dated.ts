import { placeKey, type StockPlace } from './movement.ts'

/** Products whose ledger changes before its end in some store, with the time of the earliest change in ms. */
export type BackDated = Map<string, number>

type At = StockPlace & { moment: Date; documentId: string }

/** Returns the key of a product in a document from which other movements take their cost. */
export const awaitedKey = (documentId: string, productId: string): string => `${documentId} ${productId}`

/**
 * Returns the back-dated products. `last` provides the time of the last movement in a place, in ms. `awaited`
 * contains keys of `awaitedKey`.
 */
export function findBackDated(
  posting: readonly At[],
  removed: readonly At[],
  last: { lastMovementAt(place: string): number | undefined },
  awaited: ReadonlySet<string>,
): BackDated {
  const found = new Set(removed.map(({ productId }) => productId))
  const ends = new Map<string, number>()
  for (const { storeId, productId, moment, documentId } of posting) {
    const place = placeKey({ storeId, productId })
    const end = ends.get(place) ?? last.lastMovementAt(place)
    const at = moment.getTime()
    const isBehind = end !== undefined && at < end
    if (isBehind || awaited.has(awaitedKey(documentId, productId))) found.add(productId)
    ends.set(place, Math.max(end ?? at, at))
  }
  const backDated: BackDated = new Map()
  for (const { productId, moment } of [...posting, ...removed]) {
    if (!found.has(productId)) continue
    backDated.set(productId, Math.min(backDated.get(productId) ?? Infinity, moment.getTime()))
  }
  return backDated
}
