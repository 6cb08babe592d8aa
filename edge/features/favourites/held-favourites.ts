import type { ReplicaSettings } from '#shared/sync/download.ts'
import type { OwnFavourites } from '../../journal/meta.ts'

type HeadOfficeFavourites = Pick<
  ReplicaSettings,
  'retailPointId' | 'favouriteProductIds' | 'favouritesArrangedAt'
>

export interface HeldFavourites {
  productIds: string[]
  /** Time of the last arrangement, or null when the favorites were never arranged. */
  arrangedAt: string | null
}

/**
 * Returns the favorites of the retail point: those from head office or those arranged here, whichever are
 * later. Once head office has accepted those arranged here, its next arrangement takes precedence, because it
 * also includes the other tills.
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
