import type { uploads } from '#hub/db/tables/sync.ts'
import type { RecalledItem } from '#shared/sync/recall.ts'

export function presentRecalled(row: typeof uploads.$inferSelect): RecalledItem {
  return {
    id: row.id,
    chain: row.chainId,
    seq: row.seq,
    type: row.type,
    prevHash: row.prevHash,
    hash: row.hash,
    body: row.bytes.toString('utf8'),
    deviceId: row.deviceId,
    receivedAt: row.receivedAt.toISOString(),
  }
}
