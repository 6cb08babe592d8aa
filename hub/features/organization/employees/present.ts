import { presentRecord } from '#hub/http/present-record.ts'
import type { Employee } from '#shared/contracts/organization/employees.ts'
import type { FullEmployee } from './queries.ts'

export function presentEmployee(row: FullEmployee): Employee {
  const { lastName, firstName, middleName } = row
  return {
    ...presentRecord(row),
    lastName,
    firstName,
    middleName,
    fullName: [lastName, firstName, middleName].filter(Boolean).join(' '),
    position: row.position,
    phone: row.phone,
    email: row.email,
    inn: row.inn,
    roleId: row.roleId,
    roleName: row.roleName,
    retailPointIds: row.retailPointIds,
    storeIds: row.storeIds,
    hasPosPin: row.posPinHash !== null,
    isOwner: row.isOwner,
    hasAccount: row.accountId !== null,
    isAccountActive: row.isAccountActive,
    isArchived: row.isArchived,
  }
}
