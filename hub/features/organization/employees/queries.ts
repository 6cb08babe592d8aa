import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { mayWorkAt } from '#hub/auth/may-work-at.ts'
import { matches, type Row } from '#hub/db/records.ts'
import { employeeRoles, employees } from '#hub/db/tables/organization.ts'
import { accounts, organizations } from '#hub/db/tables/platform.ts'
import type { Tx } from '#hub/db/transact.ts'
import type { EmployeeListQuery } from '#shared/contracts/organization/employees.ts'
import { must } from '#shared/std/must.ts'

export type EmployeeRow = Row<typeof employees>
export interface FullEmployee extends EmployeeRow {
  roleName: string
  isAccountActive: boolean
  isOwner: boolean
}

export function employeeFilters(query: EmployeeListQuery, tx: Tx): (SQL | undefined)[] {
  const { roleId, retailPointId, isArchived, hasAccount } = query
  const hasOne = hasAccount ? isNotNull(employees.accountId) : isNull(employees.accountId)
  return [
    matches(employees.roleId, roleId),
    matches(employees.isArchived, isArchived),
    hasAccount === undefined ? undefined : hasOne,
    retailPointId === undefined ? undefined : mayWorkAt(tx, retailPointId),
  ]
}

/** Adds data from other tables to the employees. */
export async function completeEmployees(tx: Tx, rows: readonly EmployeeRow[]): Promise<FullEmployee[]> {
  const ids = rows.map(({ id }) => id)
  const found = await tx
    .select({
      id: employees.id,
      roleName: employeeRoles.name,
      isAccountActive: sql<boolean>`coalesce(${employees.isAccountActive} AND ${accounts.isActive}, false)`,
      isOwner: sql<boolean>`${organizations.ownerEmployeeId} IS NOT DISTINCT FROM ${employees.id}`,
    })
    .from(employees)
    .innerJoin(organizations, eq(organizations.id, employees.organizationId))
    .innerJoin(
      employeeRoles,
      and(eq(employeeRoles.organizationId, employees.organizationId), eq(employeeRoles.id, employees.roleId)),
    )
    .leftJoin(accounts, eq(accounts.id, employees.accountId))
    .where(and(eq(employees.organizationId, tx.organizationId), inArray(employees.id, ids)))
  const byId = new Map(found.map(({ id, ...more }) => [id, more]))
  return rows.map((row) => ({ ...row, ...must(byId.get(row.id), 'employee') }))
}
