import { matches } from '#hub/db/records.ts'
import { employeeRoles } from '#hub/db/tables/organization.ts'
import { area } from '#hub/http/area.ts'
import { getRoute } from '#hub/http/operations.ts'
import { recordCommands } from '#hub/http/record-commands.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import {
  EMPLOYEE_ROLES,
  type EmployeeRoleListQuery,
  PERMISSION_GROUPS,
} from '#shared/contracts/organization/employee-roles.ts'
import { presentEmployeeRole, presentPermissions } from './present.ts'
import { countEmployees } from './queries.ts'
import { createRole, deleteRole, updateRole } from './save-role.ts'

const tag = 'Organization: employee roles'

const resource = standardResource({
  ...EMPLOYEE_ROLES,
  tag,
  nouns: ['employee role', 'employee roles'],
  area: 'employees',
  stores: { view: 'none', create: 'all', update: 'all', delete: 'all' },
  present: presentEmployeeRole,
  commands: recordCommands(employeeRoles, 'employee role', {
    where: ({ isSystem }: EmployeeRoleListQuery) => [matches(employeeRoles.isSystem, isSystem)],
    searchIn: [employeeRoles.name],
    defaultSort: 'name',
    complete: countEmployees,
    create: createRole,
    update: updateRole,
    remove: deleteRole,
  }),
})

const permissions = getRoute({
  ...PERMISSION_GROUPS,
  may: 'employees.view',
  stores: 'none',
  tag,
  summary: 'List all permissions of roles, with their names',
  read: async () => null,
  present: (_, actor) => presentPermissions(actor),
})

export const employeeRoleRoutes = area(resource, permissions)
