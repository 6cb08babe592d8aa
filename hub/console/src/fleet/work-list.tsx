import { Badge } from '@mantine/core'
import { WORK_LIST, WorkItemKind } from '#shared/contracts/fleet/work-list.ts'
import { useText } from '../i18n/use-text.ts'
import { list } from '../kinds/list/list-definition.ts'
import { ListPage } from '../kinds/list/list-page.tsx'
import { prepareList } from '../kinds/list/rows.ts'
import { RETAIL_POINT } from '../organization/references.ts'
import { FlagsInLine } from '../sales/flag-list.tsx'

const work = list({
  endpoint: WORK_LIST,
  texts: 'workList',
  hasSearch: false,
  columns: [
    {
      id: 'openedAt',
      sort: 'openedAt',
      width: 175,
      cell: ({ openedAt }, { dateTime }) => dateTime(openedAt),
    },
    { id: 'kind', sort: 'kind', width: 170, phone: 130, cell: ({ kind }) => <Kind kind={kind} /> },
    { id: 'receiptNumber', width: 150, cell: ({ upload }) => upload?.receiptNumber },
    {
      id: 'reasons',
      width: 480,
      phone: 'rest',
      cell: ({ reasons }) => <FlagsInLine flags={reasons} />,
    },
    { id: 'retailPointName', width: 190, cell: ({ device }) => device?.retailPointName },
    {
      id: 'settledAt',
      width: 175,
      isHidden: true,
      cell: ({ settledAt }, { dateTime }) => settledAt && dateTime(settledAt),
    },
  ],
  filters: [
    { name: 'kind', kind: 'choice', options: WorkItemKind.options },
    { name: 'isSettled', kind: 'yes-no' },
    { name: 'retailPointId', kind: 'reference', to: RETAIL_POINT },
  ],
  open: ({ id }) => `/work-list/${id}`,
  refreshMs: 15_000,
})

const COLORS: Partial<Record<string, string>> = {
  quarantined: 'red',
  conflict: 'red',
  fork: 'red',
  clone: 'red',
}

export function Kind({ kind }: { kind: string }) {
  const t = useText()
  return <Badge color={COLORS[kind] ?? 'orange'}>{t(`workList.kind_${kind}`)}</Badge>
}

export const prepare = prepareList(work)
export const Page = () => <ListPage definition={work} />
