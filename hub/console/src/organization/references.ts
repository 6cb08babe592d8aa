import { RETAIL_POINTS } from '#shared/contracts/catalog/retail-points.ts'
import { listOf } from '#shared/contracts/endpoint.ts'
import { EMPLOYEE_ROLES } from '#shared/contracts/organization/employee-roles.ts'
import { EMPLOYEES } from '#shared/contracts/organization/employees.ts'
import { reference } from '../fields/reference.ts'

export const ROLE = reference({ endpoint: listOf(EMPLOYEE_ROLES), nameOf: ({ name }) => name })
export const EMPLOYEE = reference({ endpoint: listOf(EMPLOYEES), nameOf: ({ fullName }) => fullName })
export const RETAIL_POINT = reference({ endpoint: listOf(RETAIL_POINTS), nameOf: ({ name }) => name })
