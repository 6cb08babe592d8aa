import { Badge } from '@mantine/core'
import { listOf } from '#shared/contracts/endpoint.ts'
import { EMPLOYEES } from '#shared/contracts/organization/employees.ts'
import { YesNo } from '../../fields/yes-no.tsx'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { RETAIL_POINT, ROLE } from '../references.ts'

const employees = list({
  endpoint: listOf(EMPLOYEES),
  texts: 'employees',
  columns: [
    { id: 'fullName', sort: 'lastName', width: 260, phone: 'rest', cell: ({ fullName }) => fullName },
    {
      id: 'roleName',
      width: 160,
      phone: 130,
      cell: ({ roleName }) => <Badge variant="light">{roleName}</Badge>,
    },
    { id: 'position', width: 160, cell: ({ position }) => position },
    { id: 'phone', width: 150, cell: ({ phone }) => phone },
    { id: 'email', width: 230, cell: ({ email }) => email },
    { id: 'hasPosPin', width: 110, cell: ({ hasPosPin }) => <YesNo value={hasPosPin} /> },
    {
      id: 'hasAccount',
      width: 110,
      cell: ({ hasAccount, isAccountActive }) => <YesNo value={hasAccount && isAccountActive} />,
    },
  ],
  filters: [
    { name: 'roleId', kind: 'reference', to: ROLE },
    { name: 'retailPointId', kind: 'reference', to: RETAIL_POINT },
    { name: 'hasAccount', kind: 'yes-no' },
    { name: 'isArchived', kind: 'yes-no' },
  ],
  open: ({ id }) => `/employees/${id}`,
  create: { to: '/employees/new', may: 'employees.create' },
})

export const prepare = prepareList(employees)
export const Page = () => <ListPage definition={employees} />
