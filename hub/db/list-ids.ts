import type { SQL } from 'drizzle-orm'
import type { PlatformTx } from './transact.ts'

/** The `id` of each row that a statement gives, in its order. */
export async function listIds(tx: PlatformTx, query: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(query)
  return rows.map(({ id }) => id)
}
