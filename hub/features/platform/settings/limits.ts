import { eq, sql } from 'drizzle-orm'
import { retailPoints } from '#hub/db/tables/catalog.ts'
import { products } from '#hub/db/tables/products.ts'
import type { Tx } from '#hub/db/transact.ts'
import { Problem } from '#shared/problems/problem.ts'
import { readSettings } from './settings.ts'

const LIMITED = {
  maxRetailPoints: { table: retailPoints, noun: 'retail points' },
  maxProducts: { table: products, noun: 'products' },
}

/**
 * To be called when rows were added. Two who add at once wait for each other, so that they do not pass the limit together.
 * What tills hand over is never limited. Throws too_many_records when the organization has more than the platform allows.
 */
export async function refuseBeyond(tx: Tx, limit: keyof typeof LIMITED): Promise<void> {
  const most = (await readSettings(tx))[limit]
  if (most === null) return
  const { table, noun } = LIMITED[limit]
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${limit} ${tx.organizationId}`}, 0))`)
  const there = await tx.$count(table, eq(table.organizationId, tx.organizationId))
  if (there <= most) return
  throw new Problem('too_many_records', {
    detail: `The platform allows ${most} ${noun}, and these would be ${there}`,
    extensions: { limit: most },
  })
}
