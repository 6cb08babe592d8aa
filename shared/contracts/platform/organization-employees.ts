import { endpoint } from '../endpoint.ts'
import { EMPLOYEES, Employee, RemoveSecondFactor } from '../organization/employees.ts'
import { Invitation } from '../organization/invitations.ts'
import { ORGANIZATIONS } from './organizations.ts'

/** Path of the employees of one organization, for SuperAdmins. */
const base = `${ORGANIZATIONS.base}/{orgId}/employees` as const
const one = `${base}/{id}` as const
export const ORGANIZATION_EMPLOYEES = endpoint({
  method: 'get',
  path: base,
  query: EMPLOYEES.contracts.list,
  answer: EMPLOYEES.contracts.page,
})
export const TOGGLE_EMPLOYEE = endpoint({ method: 'post', path: `${one}/toggle-active`, answer: Employee })
export const TOGGLE_ACCOUNT = endpoint({
  method: 'post',
  path: `${one}/account/toggle-active`,
  answer: Employee,
})
export const RESET_PASSWORD_OF = endpoint({ method: 'post', path: `${one}/reset-password`, answer: null })
export const INVITE_EMPLOYEE_OF = endpoint({
  method: 'post',
  path: `${one}/invitation`,
  answer: Invitation,
})
export const REMOVE_SECOND_FACTOR_OF = endpoint({
  method: 'post',
  path: `${one}/remove-second-factor`,
  body: RemoveSecondFactor,
  answer: null,
})
