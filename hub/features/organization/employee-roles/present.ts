import type { Actor } from '#hub/auth/actor.ts'
import { presentRecord } from '#hub/http/present-record.ts'
import type { EmployeeRole, PermissionGroups } from '#shared/contracts/organization/employee-roles.ts'
import { AREA_WORDS, PERMISSION_WORDS, permissionsByArea } from '#shared/contracts/permission-words.ts'
import { PersonPermission } from '#shared/domain/permissions.ts'
import { TillLimits } from '#shared/domain/till-limits.ts'
import { must } from '#shared/std/must.ts'
import type { CountedRole } from './queries.ts'

export function presentEmployeeRole(row: CountedRole): EmployeeRole {
  return {
    ...presentRecord(row),
    name: row.name,
    isSystem: row.isSystem,
    permissions: row.permissions.flatMap((permission) => PersonPermission.safeParse(permission).data ?? []),
    tillLimits: TillLimits.parse(row.tillLimits),
    employeesCount: row.employeesCount,
  }
}

/** Returns all permissions, grouped by area and marked when the actor can grant them. */
export function presentPermissions({ permissions }: Actor): PermissionGroups {
  const groups = permissionsByArea(PersonPermission.options).entries()
  return {
    groups: [...groups].map(([area, ofArea]) => ({
      area,
      title: must(AREA_WORDS[area], 'words of the area'),
      permissions: ofArea.map((name) => ({
        name,
        description: PERMISSION_WORDS[name],
        isHeld: permissions.has(name),
      })),
    })),
  }
}
