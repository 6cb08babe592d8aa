import { CHANGE_SETS, ChangeSetKind } from '#shared/contracts/catalog/change-sets.ts'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { ChangeSetBadge } from './change-set-badge.tsx'
import { ChangeSetTitle } from './change-set-title.tsx'
import { doneOf, keptOf } from './counts.ts'

const changes = list({
  endpoint: CHANGE_SETS,
  texts: 'changeSets',
  hasSearch: false,
  columns: [
    { id: 'what', width: 340, phone: 'rest', cell: (set) => <ChangeSetTitle set={set} /> },
    { id: 'state', width: 130, phone: 120, cell: ({ state }) => <ChangeSetBadge state={state} /> },
    {
      id: 'createdAt',
      sort: 'createdAt',
      width: 175,
      cell: ({ createdAt }, { dateTime }) => dateTime(createdAt),
    },
    { id: 'createdByName', width: 200, cell: ({ createdByName }) => createdByName },
    { id: 'done', width: 110, isNumber: true, cell: ({ counts }, { number }) => number(doneOf(counts)) },
    { id: 'kept', width: 130, isNumber: true, cell: ({ counts }, { number }) => number(keptOf(counts)) },
    { id: 'total', width: 100, isNumber: true, cell: ({ total }, { number }) => number(total) },
  ],
  filters: [{ name: 'kind', kind: 'choice', options: ChangeSetKind.options, texts: 'changeSetKind' }],
  open: ({ id }) => `/changes/${id}`,
})

export const prepare = prepareList(changes)
export const Page = () => <ListPage definition={changes} />
