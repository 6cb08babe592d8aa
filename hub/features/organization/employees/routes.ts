import { employees } from '#hub/db/tables/organization.ts'
import { recordCommands } from '#hub/http/record-commands.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { EMPLOYEES } from '#shared/contracts/organization/employees.ts'
import { presentEmployee } from './present.ts'
import { completeEmployees, employeeFilters } from './queries.ts'
import { createEmployee, deleteEmployee, updateEmployee } from './save-employee.ts'

/** Shared part of the employee endpoints of the organization and of the platform. */
export const employeeResource = {
  nouns: ['employee', 'employees'] as [string, string],
  present: presentEmployee,
  commands: recordCommands(employees, 'employee', {
    where: employeeFilters,
    searchIn: [employees.lastName, employees.firstName, employees.phone, employees.email],
    defaultSort: 'lastName',
    complete: completeEmployees,
    create: createEmployee,
    update: updateEmployee,
    remove: deleteEmployee,
  }),
}

export const employeeRoutes = standardResource({
  ...employeeResource,
  ...EMPLOYEES,
  tag: 'Organization: employees',
  area: 'employees',
  stores: { view: 'none', create: 'own', update: 'own', delete: 'own' },
})
