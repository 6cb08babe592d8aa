import { listOf } from '#shared/contracts/endpoint.ts'
import { type LoyaltyProgram, PROGRAMS } from '#shared/contracts/loyalty/programs.ts'
import { ProgramKind } from '#shared/domain/program-kind.ts'
import type { Format } from '#shared/std/format.ts'
import { YesNo } from '../../fields/yes-no.tsx'
import { useText } from '../../i18n/use-text.ts'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { PeriodState } from '../period-state.tsx'

const programs = list({
  endpoint: listOf(PROGRAMS),
  texts: 'programs',
  columns: [
    { id: 'name', sort: 'name', width: 260, cell: ({ name }) => name },
    { id: 'state', width: 120, cell: (program) => <PeriodState of={program} /> },
    { id: 'kind', width: 230, cell: ({ kind }) => <Kind kind={kind} /> },
    { id: 'gift', width: 120, isNumber: true, cell: (program, format) => giftOf(program, format) },
    { id: 'isDefault', width: 180, cell: ({ isDefault }) => <YesNo value={isDefault} /> },
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

/** Returns a description of the largest benefit for a customer: a discount, or the points earned for money. */
function giftOf({ kind, discountPercent, levels, earnPercent }: LoyaltyProgram, { percent }: Format): string {
  if (kind === 'Accumulative') return percent(levels.at(-1)?.percent ?? 0)
  return percent(kind === 'Bonus' ? earnPercent : discountPercent)
}
