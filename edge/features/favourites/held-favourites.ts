import type { ReplicaSettings } from '#shared/sync/download.ts'
import type { OwnFavourites } from '../../journal/meta.ts'

type Told = Pick<ReplicaSettings, 'retailPointId' | 'favouriteProductIds' | 'favouritesArrangedAt'>

export interface HeldFavourites {
  productIds: string[]
  /** Null: nobody has ever arranged them. */
  arrangedAt: string | null
}

/**
 * The favourites of the retail point, of what head office has told and what was arranged here. The later one holds; once
 * head office has taken the own one over, whatever it tells next holds: it knows of the other tills too.
 */
export function heldFavourites(told: Told, own: OwnFavourites | null): HeldFavourites {
  const { favouriteProductIds, favouritesArrangedAt } = told
  const isLater = (one: OwnFavourites): boolean =>
    favouritesArrangedAt === null || one.arrangedAt > favouritesArrangedAt
  const isStillToCome = (one: OwnFavourites): boolean =>
    one.told === null || one.told.over === favouritesArrangedAt
  if (own?.retailPointId === told.retailPointId && isLater(own) && isStillToCome(own)) return own
  return { productIds: favouriteProductIds, arrangedAt: favouritesArrangedAt }
}
