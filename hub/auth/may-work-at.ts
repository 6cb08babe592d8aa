import { and, arrayContains, or, type SQL, sql } from 'drizzle-orm'
import { employees } from '#hub/db/tables/organization.ts'
import type { Tx } from '#hub/db/transact.ts'

/**
 * Returns the condition that the employee has access to the retail point and its store. The retail point can
 * restrict its cashiers further (docs/domain.md#retail-points).
 */
export const mayWorkAt = (tx: Tx, retailPointId: string): SQL | undefined =>
  and(
    or(sql`${employees.retailPointIds} = '{}'`, arrayContains(employees.retailPointIds, [retailPointId])),
    sql`(${employees.storeIds} = '{}' OR EXISTS (
      SELECT FROM retail_points point WHERE point.organization_id = ${tx.organizationId}
        AND point.id = ${retailPointId} AND point.store_id = ANY (${employees.storeIds})))`,
  )
