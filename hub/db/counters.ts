import { sql } from 'drizzle-orm'
import { counters } from './tables/catalog.ts'
import type { Tx } from './transact.ts'

/** The next number of a sequence of the organization, from 1. Its row stays locked until the transaction ends. */
export async function takeNumber(
  tx: Tx,
  name: 'device-series' | 'product-code' | `document:${string}`,
): Promise<number> {
  const [row] = await tx
    .insert(counters)
    .values({ organizationId: tx.organizationId, name, value: 1 })
    .onConflictDoUpdate({
      target: [counters.organizationId, counters.name],
      set: { value: sql`${counters.value} + 1` },
    })
    .returning({ value: counters.value })
  return row?.value ?? 1
}
