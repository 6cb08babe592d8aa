import { Badge } from '@mantine/core'
import { listOf } from '#shared/contracts/endpoint.ts'
import { ORGANIZATIONS } from '#shared/contracts/platform/organizations.ts'
import { useText } from '../../i18n/use-text.ts'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'

const organizations = list({
  endpoint: listOf(ORGANIZATIONS),
  texts: 'organizations',
  columns: [
    { id: 'name', sort: 'name', width: 230, cell: ({ name }) => name },
    { id: 'state', width: 105, cell: ({ isArchived }) => isArchived && <Archived /> },
    { id: 'ownerName', width: 165, cell: ({ ownerName }) => ownerName },
    { id: 'ownerEmail', width: 210, cell: ({ ownerEmail }) => ownerEmail },
    { id: 'country', width: 90, cell: ({ country }) => country },
    { id: 'employees', width: 100, isNumber: true, cell: ({ employees }) => employees },
    { id: 'retailPoints', width: 110, isNumber: true, cell: ({ retailPoints }) => retailPoints },
    { id: 'devices', width: 85, isNumber: true, cell: ({ devices }) => devices },
    { id: 'createdAt', sort: 'createdAt', width: 110, cell: ({ createdAt }, { date }) => date(createdAt) },
  ],
  filters: [{ name: 'isArchived', kind: 'yes-no' }],
  open: ({ id }) => `/platform/organizations/${id}`,
  create: { to: '/platform/organizations/new', may: 'super-admin' },
})

function Archived() {
  const t = useText()
  return <Badge color="gray">{t('record.archived')}</Badge>
}

export const prepare = prepareList(organizations)
export const Page = () => <ListPage definition={organizations} />
