import { eq } from 'drizzle-orm'
import { organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'

/**
 * Serializes transactions that must see each other's result (exactly one default, no cycles in the tree): the
 * organization's row stays locked until the commit. Call it before the first write, or two transactions could
 * wait for each other. It does not delay foreign keys to the organization.
 */
export async function serializeChanges(tx: Tx): Promise<void> {
  await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, tx.organizationId))
    .for('no key update')
}
