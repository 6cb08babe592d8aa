import type { ReplicaSettings } from '#shared/sync/download.ts'
import type { OwnFavourites } from '../../journal/meta.ts'

type HeadOfficeFavourites = Pick<
  ReplicaSettings,
  'retailPointId' | 'favouriteProductIds' | 'favouritesArrangedAt'
>

export interface HeldFavourites {
  productIds: string[]
  /** Time of the last arrangement; null: never arranged. */
  arrangedAt: string | null
}

/**
 * Returns the favourites of the retail point, out of head office's and those arranged here. The later ones
 * win. Once head office has accepted the own ones, its next ones win: it knows the other tills too.
 */
export function heldFavourites(told: HeadOfficeFavourites, own: OwnFavourites | null): HeldFavourites {
  const { favouriteProductIds, favouritesArrangedAt } = told
  const isLater = (one: OwnFavourites): boolean =>
    favouritesArrangedAt === null || one.arrangedAt > favouritesArrangedAt
  const isStillToCome = (one: OwnFavourites): boolean =>
    one.told === null || one.told.over === favouritesArrangedAt
  if (own?.retailPointId === told.retailPointId && isLater(own) && isStillToCome(own)) return own
  return { productIds: favouriteProductIds, arrangedAt: favouritesArrangedAt }
}
