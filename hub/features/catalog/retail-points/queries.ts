import { and, asc, eq, inArray } from 'drizzle-orm'
import { notFound, type Row } from '#hub/db/records.ts'
import {
  type productGroups,
  retailPointCashiers,
  retailPointGroups,
  retailPoints,
} from '#hub/db/tables/catalog.ts'
import type { employees } from '#hub/db/tables/organization.ts'
import type { Tx } from '#hub/db/transact.ts'
import { refuseUnseen } from '#hub/db/visible-stores.ts'

export type RetailPointRow = Row<typeof retailPoints>
/** Groups sold and employees working at a retail point. */
export interface Members {
  productGroupIds: string[]
  cashierIds: string[]
}
export type WholeRetailPoint = RetailPointRow & Members

/**
 * Locks the retail point, for commands that must run one after another. Throws `not_found`, also when it
 * belongs to a store that the user cannot access.
 */
export async function lockRetailPoint(tx: Tx, id: string): Promise<void> {
  const [point] = await tx
    .select({ id: retailPoints.id })
    .from(retailPoints)
    .where(and(eq(retailPoints.organizationId, tx.organizationId), eq(retailPoints.id, id)))
    .for('no key update')
  if (!point) throw notFound('retail point', id)
  await refuseUnseen(tx, retailPoints, 'retail point', id)
}

export async function withMembers(tx: Tx, rows: RetailPointRow[]): Promise<WholeRetailPoint[]> {
  const ids = rows.map((row) => row.id)
  const groups = await tx
    .select({ pointId: retailPointGroups.retailPointId, id: retailPointGroups.productGroupId })
    .from(retailPointGroups)
    .where(
      and(
        eq(retailPointGroups.organizationId, tx.organizationId),
        inArray(retailPointGroups.retailPointId, ids),
      ),
    )
    .orderBy(asc(retailPointGroups.productGroupId))
  const cashiers = await tx
    .select({ pointId: retailPointCashiers.retailPointId, id: retailPointCashiers.employeeId })
    .from(retailPointCashiers)
    .where(
      and(
        eq(retailPointCashiers.organizationId, tx.organizationId),
        inArray(retailPointCashiers.retailPointId, ids),
      ),
    )
    .orderBy(asc(retailPointCashiers.employeeId))
  const [groupsOf, cashiersOf] = [groups, cashiers].map((members) =>
    Map.groupBy(members, (member) => member.pointId),
  )
  return rows.map((row) => ({
    ...row,
    productGroupIds: (groupsOf?.get(row.id) ?? []).map((group) => group.id),
    cashierIds: (cashiersOf?.get(row.id) ?? []).map((cashier) => cashier.id),
  }))
}

/** Replaces the groups and cashiers of the retail point. */
export async function replaceMembers(
  tx: Tx,
  retailPointId: string,
  { productGroupIds, cashierIds }: Members,
): Promise<void> {
  const own = { organizationId: tx.organizationId, retailPointId }
  await tx
    .delete(retailPointGroups)
    .where(
      and(
        eq(retailPointGroups.organizationId, tx.organizationId),
        eq(retailPointGroups.retailPointId, retailPointId),
      ),
    )
  await tx
    .delete(retailPointCashiers)
    .where(
      and(
        eq(retailPointCashiers.organizationId, tx.organizationId),
        eq(retailPointCashiers.retailPointId, retailPointId),
      ),
    )
  const groups = productGroupIds.map((productGroupId) => ({ ...own, productGroupId }))
  if (groups.length > 0) await tx.insert(retailPointGroups).values(groups)
  const cashiers = cashierIds.map((employeeId) => ({ ...own, employeeId }))
  if (cashiers.length > 0) await tx.insert(retailPointCashiers).values(cashiers)
}

/** Returns the ids that belong to records of the organization. */
export async function findExisting(
  tx: Tx,
  table: typeof productGroups | typeof employees,
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.organizationId, tx.organizationId), inArray(table.id, ids)))
  return new Set(rows.map((row) => row.id))
}
