import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { uploads } from '#hub/db/tables/sync.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { RecallQuery } from '#shared/sync/recall.ts'

/**
 * A page holds no more bytes of bodies, so that an answer, with its quotes escaped, stays below 1 MB; it has one item at
 * least.
 */
const PAGE_BYTES = 512 * 1024

export interface Recalled {
  rows: (typeof uploads.$inferSelect)[]
  /** Where the next page begins; null: this is the last one. */
  next: string | null
}

/** Sales of the device and of those it replaces, also those that these had replaced, in the order of ids. */
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

/** One more than the page takes; `through` is the size of all up to it. */
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
