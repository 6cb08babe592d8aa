import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { counterparties } from '#hub/db/tables/catalog.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { Bucket } from '#shared/sync/digest.ts'
import type { Scope } from './cursor.ts'
import { limitOf, type ReplicaSource, selected } from './selection.ts'

/**
 * Returns the condition for customers held by tills. The system customer is excluded, because sales without a
 * customer do not need its record.
 */
const heldCustomers = (tx: Tx): SQL | undefined =>
  and(
    eq(counterparties.organizationId, tx.organizationId),
    eq(counterparties.isCustomer, true),
    eq(counterparties.isSystem, false),
    eq(counterparties.isArchived, false),
  )

export const loadCustomers: ReplicaSource = async (tx, { hasCustomers }, selection) => {
  if (!hasCustomers) return []
  const { id, name, phone, phoneNumber, email, tags } = counterparties
  const rows = await tx
    .select({ id, v: { name, phone, phoneNumber, email, tags } })
    .from(counterparties)
    .where(and(heldCustomers(tx), selected(id, selection)))
    .orderBy(asc(id))
    .limit(limitOf(selection))
  return rows.map((row) => ({ t: 'customer', op: 'put', ...row }))
}

/** Returns the ids of all customers held by tills, or of those in a bucket. */
export async function listCustomerIds(
  tx: Tx,
  { hasCustomers }: Scope,
  bucket: Bucket | null,
): Promise<string[]> {
  if (!hasCustomers) return []
  const inBucket = bucket === null ? undefined : sql`right(${counterparties.id}::text, 2) = ${bucket}`
  const rows = await tx
    .select({ id: counterparties.id })
    .from(counterparties)
    .where(and(heldCustomers(tx), inBucket))
  return rows.map(({ id }) => id)
}
