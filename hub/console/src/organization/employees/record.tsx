import { EMPLOYEES } from '#shared/contracts/organization/employees.ts'
import { STORE } from '../../catalog/references.ts'
import { record } from '../../kinds/record/record-definition.ts'
import { prepareRecord, RecordPage } from '../../kinds/record/record-page.tsx'
import { RETAIL_POINT, ROLE } from '../references.ts'
import { InvitationPanel } from './invitation-panel.tsx'
import { PinInput } from './pin-input.tsx'

const employee = record({
  resource: EMPLOYEES,
  texts: 'employees',
  path: '/employees',
  may: { create: 'employees.create', update: 'employees.update', delete: 'employees.delete' },
  titleOf: ({ fullName }) => fullName,
  sections: [
    {
      key: null,
      fields: [
        { name: 'lastName', kind: 'text', isRequired: true },
        { name: 'firstName', kind: 'text' },
        { name: 'middleName', kind: 'text' },
        { name: 'position', kind: 'text' },
        { name: 'phone', kind: 'phone' },
        { name: 'email', kind: 'email' },
        { name: 'inn', kind: 'text' },
      ],
    },
    {
      key: 'access',
      fields: [
        { name: 'roleId', kind: 'reference', to: ROLE, isRequired: true },
        { name: 'posPin', kind: 'custom', Input: PinInput },
        { name: 'retailPointIds', kind: 'references', to: RETAIL_POINT, isWide: true },
        { name: 'storeIds', kind: 'references', to: STORE, isWide: true },
        { name: 'isArchived', kind: 'yes-no' },
      ],
    },
  ],
  aside: (item) => <InvitationPanel employee={item} />,
})

export const prepare = prepareRecord(employee)
export const Page = () => <RecordPage definition={employee} />
