import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { uploads } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { RecallQuery } from '#shared/sync/recall.ts'

/**
 * Limit of the bodies in a page, so that a response, with its quotes escaped, stays below 1 MB; a page has at
 * least one item.
 */
const PAGE_BYTES = 512 * 1024

export interface Recalled {
  rows: (typeof uploads.$inferSelect)[]
  /** Start of the next page; null: this is the last one. */
  next: string | null
}

/** Returns the sales of the device and of all devices in its line of replacements, in the order of ids. */
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

/** Returns one sale more than the page takes; `through` is the size of all up to it. */
async function findSales(tx: Tx, deviceId: string, { after, since, limit }: RecallQuery) {
  // Device by device, so that each is read along its index however many sales it has.
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
