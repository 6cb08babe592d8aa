import { z } from 'zod'
import {
  BooleanQuery,
  Count,
  createFields,
  listQuery,
  pageOf,
  recordFields,
  text,
  updateFields,
} from '../common.ts'
import { endpoint, resource } from '../endpoint.ts'
import { PersonPermission } from '../permissions.ts'
import { TillLimits, TillLimitsIn } from '../till-limits.ts'

const editable = {
  name: text(255),
  permissions: z
    .array(PersonPermission)
    .max(PersonPermission.options.length)
    .transform((given) => PersonPermission.options.filter((permission) => given.includes(permission)))
    .meta({ description: 'Of those that you have yourself' }),
  tillLimits: TillLimitsIn.prefault({}).meta({ description: 'At tills; not beyond your own' }),
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
    isSystem: z
      .boolean()
      .meta({ description: 'It came with the organization: it is neither changed nor deleted' }),
    permissions: z.array(PersonPermission),
    tillLimits: TillLimits,
    employeesCount: Count.meta({ description: 'How many have it, the archived ones too' }),
  })
  .meta({ id: 'EmployeeRole' })
export type EmployeeRole = z.infer<typeof EmployeeRole>
export const EmployeeRolePage = pageOf(EmployeeRole, 'EmployeeRolePage')
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
            isHeld: z.boolean().meta({ description: 'You have it, so you can give it' }),
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
