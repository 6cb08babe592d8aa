import { EMPLOYEE_ROLES } from '#shared/contracts/organization/employee-roles.ts'
import { record } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'
import { PermissionMatrix } from './permission-matrix.tsx'
import { TillLimitsInput } from './till-limits-input.tsx'

const role = record({
  resource: EMPLOYEE_ROLES,
  texts: 'roles',
  path: '/roles',
  may: { create: 'employees.create', update: 'employees.update', delete: 'employees.delete' },
  titleOf: ({ name }) => name,
  isFixed: ({ isSystem }) => isSystem,
  sections: [
    { key: null, fields: [{ name: 'name', kind: 'text', isRequired: true }] },
    {
      key: 'permissionsSection',
      fields: [{ name: 'permissions', kind: 'custom', Input: PermissionMatrix, isWide: true }],
    },
    {
      key: 'tillLimitsSection',
      fields: [{ name: 'tillLimits', kind: 'custom', Input: TillLimitsInput, isWide: true }],
    },
  ],
  initial: { permissions: [] },
})

export const prepare = prepareRecord(role)
export const Page = () => <RecordPage definition={role} />
