import { deleteRecord, matches } from '#hub/db/records.ts'
import { promotions } from '#hub/db/tables/loyalty.ts'
import { area } from '#hub/http/area.ts'
import { actionRoute } from '#hub/http/operations.ts'
import { recordCommands } from '#hub/http/record-commands.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { PROMOTIONS, type PromotionListQuery, TRY_OUT } from '#shared/contracts/loyalty/promotions.ts'
import { presentPromotion } from './present.ts'
import { createPromotion, updatePromotion } from './save-promotion.ts'
import { tryOut } from './try-out.ts'

const standardRoutes = standardResource({
  ...PROMOTIONS,
  tag: 'Loyalty: promotions',
  nouns: ['promotion', 'promotions'],
  area: 'loyalty',
  stores: 'none',
  present: presentPromotion,
  commands: recordCommands(promotions, 'promotion', {
    searchIn: [promotions.name, promotions.couponCode],
    where: ({ isActive, kind }: PromotionListQuery) => [
      matches(promotions.isActive, isActive),
      matches(promotions.kind, kind),
    ],
    defaultSort: '-priority,name',
    create: createPromotion,
    update: updatePromotion,
    remove: (tx, id) => deleteRecord(tx, promotions, 'promotion', id),
  }),
})

export const promotionRoutes = area(
  actionRoute({
    ...TRY_OUT,
    may: 'sales.view',
    stores: 'none',
    tag: 'Loyalty: promotions',
    summary: 'Simulate some days of sales with a draft',
    description:
      'Takes the posted sales of these days (by default the last 30) and adds the discounts of the draft to the given ones. The period of the draft ' +
      'is ignored, its days, hours, places, cards and goods count; each customer is assumed to have shown its coupon. Nothing is saved.',
    command: (tx, { body, query, actor }) => tryOut(tx, body, query, actor),
    present: (found) => found,
  }),
  standardRoutes,
)
