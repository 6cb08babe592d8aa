import { rm } from 'node:fs/promises'
import { openPool } from '#hub/db/pool.ts'
import { Database } from '#hub/db/transact.ts'
import { type Cursor, encodeCursor } from '#hub/features/pos/download/cursor.ts'
import { readFeedPosition } from '#hub/features/pos/download/feed-queries.ts'
import { readKind } from '#hub/features/pos/download/replica-lines.ts'
import { SnapshotFile } from '#shared/replica/snapshot-file.ts'
import { DOWNLOAD_SCHEMAS } from '#shared/sync/download.ts'
import { REPLICA_KINDS } from '#shared/sync/replica-kinds.ts'
import { type Packed, packFile } from './pack-file.ts'

export interface SnapshotOrder {
  organizationId: string
  priceTypeId: string
  /** Path of the compressed file to create. */
  path: string
  databaseUrl: string
  cursorKey: Uint8Array
}

/** A finished replica file. */
export interface Snapshot extends Packed {
  path: string
  cursor: Cursor
  /** Number of records of all kinds. */
  records: number
}

/**
 * Builds the compressed replica file of a price type from one database snapshot. It excludes settings and
 * cashiers, which depend on the retail point and follow with the first changes after the cursor.
 */
export async function buildSnapshot(order: SnapshotOrder): Promise<Snapshot> {
  const { path } = order
  const raw = `${path}.db`
  try {
    const { cursor, records } = await fill(raw, order)
    return { path, ...(await packFile(raw, path)), cursor, records }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await rm(raw, { force: true })
  }
}

async function fill(path: string, order: SnapshotOrder): Promise<Pick<Snapshot, 'cursor' | 'records'>> {
  const pool = openPool(order.databaseUrl, 1)
  const file = new SnapshotFile(path)
  let records = 0
  try {
    const cursor = await new Database(pool).read(order.organizationId, async (tx) => {
      const { epoch, seq, fingerprint } = await readFeedPosition(tx)
      const scope = {
        retailPointId: null,
        storeId: null,
        priceTypeId: order.priceTypeId,
        stockStoreId: null,
        hasCustomers: false,
      }
      for (const kind of REPLICA_KINDS) {
        for await (const puts of readKind(tx, scope, kind)) {
          for (const put of puts) file.apply(put)
          records += puts.length
        }
      }
      return { epoch, seq, fingerprint, scope, schema: DOWNLOAD_SCHEMAS.newest }
    })
    file.complete({ cursor: encodeCursor(order.cursorKey, cursor) })
    return { cursor, records }
  } catch (error) {
    file.abandon()
    throw error
  } finally {
    await pool.end()
  }
}
