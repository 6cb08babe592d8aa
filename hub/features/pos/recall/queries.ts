import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { uploads } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { RecallQuery } from '#shared/sync/recall.ts'

/**
 * Size limit for the bodies in a page, so that a response with escaped quotes stays below 1 MB. A page has at
 * least one item.
 */
const PAGE_BYTES = 512 * 1024

export interface Recalled {
  rows: (typeof uploads.$inferSelect)[]
  /** Start of the next page, or null on the last page. */
  next: string | null
}

/** Returns the sales of the device and of the devices that it replaced, directly or indirectly, ordered by id. */
export async function recallSales(tx: Tx, deviceId: string, query: RecallQuery): Promise<Recalled> {
  const found = await findSales(tx, deviceId, query)
  const ids = found
    .slice(0, query.limit)
    .flatMap(({ id, through }, index) => (index === 0 || through <= PAGE_BYTES ? [id] : []))
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(uploads)
          .where(and(eq(uploads.organizationId, tx.organizationId), inArray(uploads.id, ids)))
          .orderBy(asc(uploads.id))
  return { rows, next: found.length > ids.length ? (rows.at(-1)?.id ?? null) : null }
}

/** Returns up to one sale more than the page allows. `through` is the cumulative size of the bodies. */
async function findSales(tx: Tx, deviceId: string, { after, since, limit }: RecallQuery) {
  // Reads each device along its index, so that the time does not depend on the number of its sales.
  const { rows } = await tx.execute<{ id: string; through: number }>(sql`
    WITH RECURSIVE own AS (
      SELECT id, replaces_device_id FROM devices
      WHERE organization_id = ${tx.organizationId} AND id = ${deviceId}
      UNION
      SELECT device.id, device.replaces_device_id FROM devices AS device
      JOIN own ON own.replaces_device_id = device.id
      WHERE device.organization_id = ${tx.organizationId}
    )
    SELECT sale.id, (sum(size) OVER (ORDER BY sale.id))::float8 AS through
    FROM own CROSS JOIN LATERAL (
      SELECT id, octet_length(bytes) AS size FROM uploads
      WHERE organization_id = ${tx.organizationId} AND device_id = own.id AND type = 'sale'
        AND (${after ?? null}::uuid IS NULL OR id > ${after ?? null}::uuid)
        AND (${since ?? null}::timestamptz IS NULL OR received_at >= ${since ?? null}::timestamptz)
      ORDER BY id LIMIT ${limit + 1}
    ) AS sale
    ORDER BY sale.id LIMIT ${limit + 1}`)
  return rows
}
