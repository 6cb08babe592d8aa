import { placeKey, type StockPlace } from './movement.ts'

/** Products whose ledger changes before its end in some store, with the first changed moment (milliseconds). */
export type BackDated = Map<string, number>

type At = StockPlace & { moment: Date; documentId: string }

/** Returns the key of a document and a product that other movements take their cost from. */
export const awaitedKey = (documentId: string, productId: string): string => `${documentId} ${productId}`

/**
 * Returns the back-dated products. `last`: the time of the last movement of a place, in milliseconds;
 * `awaited`: see `awaitedKey`.
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
