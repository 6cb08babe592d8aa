import type { Clock } from '../../clock.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Product } from '../../replica/products.ts'
import type { ReplicaReader } from '../../replica/replica.ts'
import { listOftenSold } from '../products/often-sold.ts'
import { heldFavourites } from './held-favourites.ts'

const MOST_LEARNED = 24

export interface FavouriteSources {
  readonly journal: Journal
  readonly clock: Clock
}

/**
 * Returns the ids of the retail point's favorites, in their order. Some of these products may no longer be
 * offered.
 */
export function favouriteIds({ settings }: Pick<ReplicaReader, 'settings'>, journal: Journal): string[] {
  return heldFavourites(settings.get(), journal.read.meta.findFavourites()).productIds
}

/**
 * Lists the favorites of the retail point. If none are arranged, lists the products sold here most often.
 * Products that are no longer offered are left out.
 */
export function listFavourites(
  reader: ReplicaReader,
  sources: FavouriteSources,
): { products: Product[]; isArranged: boolean } {
  const offered = (ids: readonly string[]): Product[] =>
    ids.flatMap((id) => reader.products.findOffered(id) ?? [])
  const arranged = favouriteIds(reader, sources.journal)
  if (arranged.length > 0) return { products: offered(arranged), isArranged: true }
  return { products: offered(listOftenSold(sources).slice(0, MOST_LEARNED)), isArranged: false }
}
