import { sql } from 'drizzle-orm'
import type { Tx } from '#hub/db/transact.ts'
import {
  findResetReason,
  readFeedPosition,
  SOME_TILLS_PATTERN,
} from '#hub/features/pos/download/feed-queries.ts'
import type { Snapshot } from './build-snapshot.ts'

/** Maximum number of changes for which sending them is faster than building a new file. */
const FEW_CHANGES = 1000
const FEW_PART = 0.05
/**
 * Maximum number of changes as a fraction of the file's records. Beyond that, waiting for a new file is
 * better for a till.
 */
const MOST_PART = 0.3

/**
 * Usefulness of a file. An `old` file is served while the next one is being built. A `useless` file has a
 * cursor that cannot be continued, or too many changes.
 */
export type Judgement = 'good' | 'old' | 'useless'

export async function judgeSnapshot(tx: Tx, { cursor, records }: Snapshot): Promise<Judgement> {
  if (findResetReason(cursor, await readFeedPosition(tx, cursor))) return 'useless'
  const few = Math.max(FEW_CHANGES, records * FEW_PART)
  const most = Math.max(FEW_CHANGES, records * MOST_PART)
  const limit = Math.ceil(most) + 1
  const { rows } = await tx.execute<{ changes: number }>(sql`
    SELECT count(*)::int AS changes FROM (
      (SELECT FROM feed
       WHERE organization_id = ${tx.organizationId} AND seq > ${cursor.seq} AND kind NOT LIKE ${SOME_TILLS_PATTERN}
       LIMIT ${limit})
      UNION ALL
      (SELECT FROM till_cards WHERE organization_id = ${tx.organizationId} AND seq > ${cursor.seq} LIMIT ${limit})
      UNION ALL
      (SELECT FROM till_vouchers WHERE organization_id = ${tx.organizationId} AND seq > ${cursor.seq} LIMIT ${limit})
    ) AS since`)
  const changes = rows[0]?.changes ?? 0
  if (changes > most) return 'useless'
  return changes > few ? 'old' : 'good'
}
