import { eq, sql } from 'drizzle-orm'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import { readSettings } from './platform-settings.ts'

const LIMITED = {
  maxRetailPoints: { table: retailPoints, noun: 'retail points' },
  maxProducts: { table: products, noun: 'products' },
}

/**
 * Checks a limit after rows were added. Serializes concurrent additions, so that together they cannot exceed
 * the limit. Uploads from tills are never limited. Throws `too_many_records` when the organization exceeds
 * the platform's limit.
 */
export async function refuseOverLimit(tx: Tx, limit: keyof typeof LIMITED): Promise<void> {
  const most = (await readSettings(tx))[limit]
  if (most === null) return
  const { table, noun } = LIMITED[limit]
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${limit} ${tx.organizationId}`}, 0))`)
  const there = await tx.$count(table, eq(table.organizationId, tx.organizationId))
  if (there <= most) return
  throw new Problem('too_many_records', {
    detail: `The platform limit is ${most} ${noun}, you would have ${there}`,
    extensions: { limit: most },
  })
}
