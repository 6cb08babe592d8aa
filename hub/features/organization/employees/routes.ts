import { employees } from '#hub/db/tables/organization.ts'
import { recordDeeds } from '#hub/http/record-deeds.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import {
  Employee,
  EmployeeCreate,
  EmployeeListQuery,
  EmployeePage,
  EmployeeUpdate,
} from '#shared/contracts/organization/employees.ts'
import { presentEmployee } from './present.ts'
import { completeEmployees, employeeFilters } from './queries.ts'
import { createEmployee, deleteEmployee, updateEmployee } from './save-employee.ts'

/** What can be done with employees, by colleagues and by the platform. */
export const employeeResource = {
  nouns: ['employee', 'employees'] as [string, string],
  contracts: {
    item: Employee,
    page: EmployeePage,
    create: EmployeeCreate,
    update: EmployeeUpdate,
    list: EmployeeListQuery,
  },
  present: presentEmployee,
  deeds: recordDeeds(employees, 'employee', {
    where: (query: EmployeeListQuery) => employeeFilters(query),
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
  base: '/api/organization/employees',
  tag: 'Organization: employees',
  area: 'employees',
})
