import type { SQL } from 'drizzle-orm'
import type { PlatformTx } from './transact.ts'

/** Returns the `id` of each row of a query, in order. */
export async function listIds(tx: PlatformTx, query: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(query)
  return rows.map(({ id }) => id)
}
