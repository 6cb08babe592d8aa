import { listOf } from '#shared/contracts/endpoint.ts'
import { PROMOTIONS } from '#shared/contracts/loyalty/promotions.ts'
import { PromotionKind } from '#shared/domain/promotion.ts'
import { useText } from '../../i18n/use-text.ts'
import { list } from '../../kinds/list/list-definition.ts'
import { ListPage } from '../../kinds/list/list-page.tsx'
import { prepareList } from '../../kinds/list/rows.ts'
import { PeriodState } from '../period-state.tsx'

const promotions = list({
  endpoint: listOf(PROMOTIONS),
  texts: 'promotions',
  columns: [
    { id: 'name', sort: 'name', width: 260, phone: 'rest', cell: ({ name }) => name },
    { id: 'state', width: 120, phone: 120, cell: (promotion) => <PeriodState of={promotion} /> },
    { id: 'kind', width: 230, cell: ({ kind }) => <Kind kind={kind} /> },
    {
      id: 'startsAt',
      sort: 'startsAt',
      width: 175,
      cell: ({ startsAt }, { dateTime }) => startsAt && dateTime(startsAt),
    },
    { id: 'endsAt', width: 175, cell: ({ endsAt }, { dateTime }) => endsAt && dateTime(endsAt) },
    { id: 'couponCode', width: 140, cell: ({ couponCode }) => couponCode },
    { id: 'priority', sort: 'priority', width: 100, isNumber: true, cell: ({ priority }) => priority || '' },
  ],
  filters: [
    { name: 'kind', kind: 'choice', options: PromotionKind.options, texts: 'promotionKind' },
    { name: 'isActive', kind: 'yes-no' },
  ],
  open: ({ id }) => `/promotions/${id}`,
  create: { to: '/promotions/new', may: 'loyalty.create' },
})

function Kind({ kind }: { kind: PromotionKind }) {
  return useText()(`promotionKind.${kind}`)
}

export const prepare = prepareList(promotions)
export const Page = () => <ListPage definition={promotions} />
