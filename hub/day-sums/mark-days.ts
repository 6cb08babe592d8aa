import { sql } from 'drizzle-orm'
import { type Given, statement } from '#hub/db/statement.ts'
import type { Tx } from '#hub/db/transact.ts'

/** Time and store of a change. */
export interface Change {
  storeId: string
  moment: Date | number
}

/**
 * Marks the days of stores whose sums do not match their documents any longer, in the transaction that
 * changes the documents. Each transaction adds its own marks. Uncommitted marks are invisible to a concurrent
 * process that sums up the day, so that process does not delete them (sum-days-up.ts).
 */
export async function markDays(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await insertMarks(tx, {
    stores: changes.map(({ storeId }) => storeId),
    moments: changes.map(({ moment }) => new Date(moment).toISOString()),
  })
}

const insertMarks = statement(
  'dirty-days.mark',
  (given: Given<'stores' | 'moments'>) => sql`
    INSERT INTO dirty_days (organization_id, id, day, store_id)
    SELECT ${given.organizationId}::uuid, gen_random_uuid(), marked.day, marked.store_id
    FROM (
      SELECT DISTINCT (changed.moment AT TIME ZONE o.time_zone)::date AS day, changed.store_id
      FROM unnest(${given.stores}::uuid[], ${given.moments}::timestamptz[]) AS changed (store_id, moment)
      JOIN organizations AS o ON o.id = ${given.organizationId}
    ) AS marked`,
)
