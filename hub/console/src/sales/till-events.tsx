import { TILL_EVENTS } from '#shared/contracts/sales/till-events.ts'
import { list } from '../kinds/list/list-definition.ts'
import { ListPage } from '../kinds/list/list-page.tsx'
import { prepareList } from '../kinds/list/rows.ts'
import { RETAIL_POINT } from '../organization/references.ts'

const events = list({
  endpoint: TILL_EVENTS,
  texts: 'tillEvents',
  hasSearch: false,
  columns: [
    {
      id: 'happenedAt',
      sort: 'happenedAt',
      width: 175,
      phone: 170,
      cell: ({ happenedAt }, { dateTime }) => dateTime(happenedAt),
    },
    { id: 'kind', width: 200, phone: 'rest', cell: ({ kind }) => kind },
    { id: 'cashierName', width: 200, cell: ({ cashierName }) => cashierName },
    { id: 'tillId', width: 120, cell: ({ tillId }) => tillId },
    {
      id: 'details',
      width: 460,
      cell: ({ details }) =>
        Object.entries(details)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => `${name}: ${value}`)
          .join(', '),
    },
  ],
  filters: [
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
    { name: 'retailPointId', kind: 'reference', to: RETAIL_POINT },
  ],
})

export const prepare = prepareList(events)
export const Page = () => <ListPage definition={events} />
