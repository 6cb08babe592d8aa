import { eq } from 'drizzle-orm'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'

/**
 * Serializes transactions that must see each other's result (exactly one default, no cycles in the tree) by
 * locking the organization's row until the commit. Call it before the first write, or two transactions could
 * deadlock. It does not block foreign keys to the organization.
 */
export async function serializeChanges(tx: Tx): Promise<void> {
  await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId))
    .for('no key update')
}
