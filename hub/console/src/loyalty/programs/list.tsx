import { listOf } from '#shared/contracts/endpoint.ts'
import { PROGRAMS } from '#shared/contracts/loyalty/programs.ts'
import { ProgramKind } from '#shared/domain/program-kind.ts'
import { YesMark } from '../../catalog/yes-mark.tsx'
import { useText } from '../../i18n/use-text.ts'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { PeriodState } from '../period-state.tsx'
import { giftOf } from './gift-of.ts'

const programs = list({
  endpoint: listOf(PROGRAMS),
  texts: 'programs',
  columns: [
    { id: 'name', sort: 'name', width: 260, cell: ({ name }) => name },
    { id: 'state', width: 120, cell: (program) => <PeriodState of={program} /> },
    { id: 'kind', width: 230, cell: ({ kind }) => <Kind kind={kind} /> },
    { id: 'gift', width: 120, isNumber: true, cell: (program, format) => giftOf(program, format) },
    { id: 'isDefault', width: 180, cell: ({ isDefault }) => <YesMark is={isDefault} /> },
    { id: 'endsAt', width: 175, cell: ({ endsAt }, { dateTime }) => endsAt && dateTime(endsAt) },
  ],
  filters: [
    { name: 'kind', kind: 'choice', options: ProgramKind.options, texts: 'programKind' },
    { name: 'isActive', kind: 'yes-no' },
  ],
  open: ({ id }) => `/loyalty-programs/${id}`,
  create: { to: '/loyalty-programs/new', may: 'loyalty.create' },
})

function Kind({ kind }: { kind: ProgramKind }) {
  return useText()(`programKind.${kind}`)
}

export const prepare = prepareList(programs)
export const Page = () => <ListPage definition={programs} />
