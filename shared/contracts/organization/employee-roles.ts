import { z } from 'zod'
import { Count, text } from '#shared/domain/fields.ts'
import { PersonPermission } from '#shared/domain/permissions.ts'
import { TillLimits, TillLimitsIn } from '#shared/domain/till-limits.ts'
import { BooleanQuery, createFields, listQuery, pageOf, recordFields, updateFields } from '../common.ts'
import { endpoint, resource } from '../endpoint.ts'

const editable = {
  name: text(255),
  permissions: z
    .array(PersonPermission)
    .max(PersonPermission.options.length)
    .transform((given) => PersonPermission.options.filter((permission) => given.includes(permission)))
    .meta({ description: 'Permissions; only those that you have yourself' }),
  tillLimits: TillLimitsIn.prefault({}).meta({ description: 'Limits at tills; not beyond your own' }),
}

export const EmployeeRoleCreate = z
  .strictObject({ ...createFields, ...editable })
  .meta({ id: 'EmployeeRoleCreate' })
export type EmployeeRoleCreate = z.output<typeof EmployeeRoleCreate>
export const EmployeeRoleUpdate = z
  .strictObject({ ...updateFields, ...editable })
  .meta({ id: 'EmployeeRoleUpdate' })
export type EmployeeRoleUpdate = z.output<typeof EmployeeRoleUpdate>

export const EmployeeRole = z
  .object({
    ...recordFields,
    name: z.string(),
    isSystem: z.boolean().meta({ description: 'true: built in; it cannot be changed or deleted' }),
    permissions: z.array(PersonPermission),
    tillLimits: TillLimits,
    employeesCount: Count.meta({ description: 'Number of employees with the role, including archived ones' }),
  })
  .meta({ id: 'EmployeeRole' })
export type EmployeeRole = z.infer<typeof EmployeeRole>
const EmployeeRolePage = pageOf(EmployeeRole, 'EmployeeRolePage')
export const EmployeeRoleListQuery = listQuery(['name', 'createdAt', 'updatedAt']).extend({
  isSystem: BooleanQuery.optional(),
})
export type EmployeeRoleListQuery = z.output<typeof EmployeeRoleListQuery>

const Words = z.object({ en: z.string(), ru: z.string() })
export const PermissionGroups = z
  .object({
    groups: z.array(
      z.object({
        area: z.string(),
        title: Words,
        permissions: z.array(
          z.object({
            name: PersonPermission,
            description: Words,
            isHeld: z.boolean().meta({ description: 'true: you have the permission, so you can grant it' }),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'PermissionGroups' })
export type PermissionGroups = z.infer<typeof PermissionGroups>

export const EMPLOYEE_ROLES = resource({
  base: '/api/organization/employee-roles',
  contracts: {
    item: EmployeeRole,
    page: EmployeeRolePage,
    create: EmployeeRoleCreate,
    update: EmployeeRoleUpdate,
    list: EmployeeRoleListQuery,
  },
})

export const PERMISSION_GROUPS = endpoint({
  method: 'get',
  path: '/api/organization/permissions',
  answer: PermissionGroups,
})
