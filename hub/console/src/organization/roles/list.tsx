import { listOf } from '#shared/contracts/endpoint.ts'
import { EMPLOYEE_ROLES } from '#shared/contracts/organization/employee-roles.ts'
import { YesNo } from '../../fields/yes-no.tsx'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'

const roles = list({
  endpoint: listOf(EMPLOYEE_ROLES),
  texts: 'roles',
  columns: [
    { id: 'name', sort: 'name', width: 280, cell: ({ name }) => name },
    { id: 'isSystem', width: 160, cell: ({ isSystem }) => <YesNo value={isSystem} /> },
    {
      id: 'permissions',
      width: 140,
      isNumber: true,
      cell: ({ permissions }, { number }) => number(permissions.length),
    },
    {
      id: 'employeesCount',
      width: 140,
      isNumber: true,
      cell: ({ employeesCount }, { number }) => number(employeesCount),
    },
  ],
  filters: [{ name: 'isSystem', kind: 'yes-no' }],
  open: ({ id }) => `/roles/${id}`,
  create: { to: '/roles/new', may: 'employees.create' },
})

export const prepare = prepareList(roles)
export const Page = () => <ListPage definition={roles} />
