import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import { devices } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Favourites } from '#shared/sync/favourites.ts'

/**
 * Stores an arrangement of tiles for the device's retail point, unless a later arrangement exists. A future
 * time would block further arrangements until then, so it is replaced by the current time.
 */
export async function keepFavourites(
  tx: Tx,
  deviceId: string,
  { productIds, arrangedAt }: Favourites,
): Promise<void> {
  const moment = sql`least(${arrangedAt}::timestamptz, now())`
  const pointOfDevice = tx
    .select({ id: devices.retailPointId })
    .from(devices)
    .where(and(eq(devices.organizationId, tx.organizationId), eq(devices.id, deviceId)))
  await tx
    .update(retailPoints)
    .set({ favouriteProductIds: productIds, favouritesArrangedAt: moment })
    .where(
      and(
        eq(retailPoints.organizationId, tx.organizationId),
        eq(retailPoints.id, pointOfDevice),
        or(isNull(retailPoints.favouritesArrangedAt), lt(retailPoints.favouritesArrangedAt, moment)),
      ),
    )
}
