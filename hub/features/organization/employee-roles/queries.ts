import { and, count, eq, inArray } from 'drizzle-orm'
import type { Row } from '#hub/db/records.ts'
import { type employeeRoles, employees } from '#hub/db/tables/organization.ts'
import type { Tx } from '#hub/db/transact.ts'

export type RoleRow = Row<typeof employeeRoles>
export interface CountedRole extends RoleRow {
  employeesCount: number
}

/** Adds the number of employees with each role. */
export async function countEmployees(tx: Tx, roles: readonly RoleRow[]): Promise<CountedRole[]> {
  const ids = roles.map(({ id }) => id)
  const rows = await tx
    .select({ roleId: employees.roleId, count: count() })
    .from(employees)
    .where(and(eq(employees.organizationId, tx.organizationId), inArray(employees.roleId, ids)))
    .groupBy(employees.roleId)
  const counts = new Map(rows.map((row) => [row.roleId, row.count]))
  return roles.map((role) => ({ ...role, employeesCount: counts.get(role.id) ?? 0 }))
}
